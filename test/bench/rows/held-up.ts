import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { bodyOf, pageOf } from '../documents'
import type { Finding, Row } from '../row'
import { kinds, SITE, type Ask } from '../strangers'

const opened = z.object({ port: z.number(), token: z.string() })
const watched = z.object({
  waits: z.object({ median: z.number(), p95: z.number(), p99: z.number(), most: z.number() }),
  megabytes: z.number()
})

/** How long everything is done again at the end: minutes with `GALLEY_SOAK_MINUTES=10`, else not at all. */
const SOAK_MINUTES = Number(process.env['GALLEY_SOAK_MINUTES'] ?? 0)

/** What strangers send to hold a service up, one kind after another, while somebody else saves and reads a page. */
export const heldUp: Row = {
  name: 'held-up',
  title: 'wait for a served workspace while strangers try to hold it up',
  run: async (place): Promise<readonly Finding[]> => {
    const served = fork(join(import.meta.dirname, 'served.mjs'), [join(place, 'workspace')])
    const hear = async () => (await once(served, 'message'))[0] as unknown
    try {
      const { port, token } = opened.parse(await hear())
      const ask: Ask = (path, { headers, ...init } = {}) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          ...init,
          headers: { ...headers, Authorization: `Bearer ${token}` }
        })
      const watch = async (work: () => Promise<void>) => {
        served.send('begin')
        const start = performance.now()
        const saves = await beside(ask, work)
        served.send('end')
        return { saves, seconds: (performance.now() - start) / 1000, ...watched.parse(await hear()) }
      }
      const summary = ({ waits, saves, seconds }: Awaited<ReturnType<typeof watch>>) => ({
        ...waits,
        runs: saves,
        perSecond: saves / seconds
      })
      await watch(() => setTimeout(1_000)) // what is done once
      const alone = await watch(() => setTimeout(3_000))
      const findings: Finding[] = []
      let megabytes = 0
      for (const { what, make, run } of kinds) {
        const contents = make?.() ?? {}
        const found = await watch(() => run(ask, contents))
        megabytes = found.megabytes
        findings.push({
          what,
          galley: summary(found),
          baseline: { what: 'without them', took: summary(alone) },
          budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p99' }
        })
      }
      if (SOAK_MINUTES > 0) {
        const found = await watch(() => soak(ask, SOAK_MINUTES * 60_000))
        megabytes = found.megabytes
        findings.push({
          what: `all of them again and again for ${SOAK_MINUTES} minutes`,
          galley: summary(found),
          baseline: { what: 'without them', took: summary(alone) },
          budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p99' }
        })
      }
      return [
        ...findings,
        {
          what: 'most memory of the process',
          galley: { value: megabytes, unit: 'MB' },
          budget: { kind: 'most', atMost: 1024, unit: 'MB', of: 'value' }
        }
      ]
    } finally {
      if (served.connected) served.disconnect()
      if (served.exitCode === null) await once(served, 'exit')
    }
  }
}

/** One kind after another until the time is over. */
async function soak(ask: Ask, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end)
    for (const { make, run } of kinds) if (performance.now() < end) await run(ask, make?.() ?? {})
}

/** @returns how often the other one saved and read meanwhile */
async function beside(ask: Ask, work: () => Promise<void>): Promise<number> {
  let ended = false
  let saves = 0
  const other = (async () => {
    for (; !ended; saves += 1) {
      const body = new Uint8Array(pageOf(2048, saves))
      await bodyOf(await ask(`/source${SITE}/other.html`, { method: 'PUT', body }))
      await bodyOf(await ask(`/source${SITE}/other.html`))
      await setTimeout(5)
    }
  })()
  try {
    await work()
  } finally {
    ended = true
    await other
  }
  return saves
}
