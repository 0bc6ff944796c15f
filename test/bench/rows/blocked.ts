import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bareSave } from '../bare-save'
import { bodyOf, pageOf } from '../documents'
import type { Summary } from '../measure'
import type { Row } from '../row'
import { withWorkspace } from '../workspace'

const CLIENTS = 4
const ROUNDS = 3
const ROUND_MS = 2500

/** How long the process cannot answer anything else, while four clients save as fast as they can. */
export const blocked: Row = {
  name: 'blocked',
  title: 'event loop held up while 4 clients save',
  run: (place) =>
    withWorkspace(join(place, 'workspace'), async ({ ask }) => {
      const bare = join(place, 'bare')
      await mkdir(bare)
      let number = 0
      const galley = loopDelay(async (client) => {
        const body = new Uint8Array(pageOf(20 * 1024, (number += 1)))
        const path = `/source/bench/site/client-${client}.html`
        await bodyOf(await ask(path, { method: 'PUT', headers: { 'content-type': 'text/html' }, body }))
      })
      const baseline = loopDelay((client) =>
        bareSave(join(bare, `client-${client}.html`), pageOf(20 * 1024, (number += 1)))
      )
      for (let round = 0; round < ROUNDS; round += 1) {
        await baseline.during(ROUND_MS)
        await galley.during(ROUND_MS)
      }
      return [
        {
          what: 'saves of 20 KB through the service',
          galley: galley.summary(),
          baseline: { what: '4 clients with bare durable writes', took: baseline.summary() },
          budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p99' }
        }
      ]
    })
}

/** Collects, over several stretches, how late the event loop comes to a timer of one millisecond. */
function loopDelay(work: (client: number) => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let done = 0
  let spent = 0
  return {
    during: async (milliseconds: number) => {
      const start = performance.now()
      const end = start + milliseconds
      delay.enable()
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (; performance.now() < end; done += 1) await work(client)
        })
      )
      delay.disable()
      spent += performance.now() - start
    },
    summary: (): Summary => ({
      runs: done,
      median: delay.percentile(50) / 1e6,
      p95: delay.percentile(95) / 1e6,
      p99: delay.percentile(99) / 1e6,
      most: delay.max / 1e6,
      perSecond: (done * 1000) / spent
    })
  }
}
