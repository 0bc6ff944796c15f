import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient, type Client } from '../../../src/common/api/client'
import { contentPath } from '../../../src/common/content/paths'
import { bareSave } from '../bare-save'
import { inParallel, pageOf, writer } from '../documents'
import { logsIn, readSince } from '../history-logs'
import { interleaved, summaryOf, timed } from '../measure'
import type { Finding, Row } from '../row'
import { fill, withWorkspace } from '../workspace'

const FILES = 10_000
const VERSIONS_EACH = 5
const CHANGED = 1_000
const ROUNDS = 4
const SITE = contentPath('/bench/site')

/** A site of ten thousand files and fifty thousand versions, of which a thousand files were changed since a moment. */
export const moments: Row = {
  name: 'moments',
  title: 'points in time: 10,000 files, 50,000 versions',
  run: async (place) => {
    const workspace = join(place, 'workspace')
    let first = 0
    await fill(workspace, async (store) => {
      for (let version = 0; version <= VERSIONS_EACH; version += 1) {
        if (version === 1) first = Date.now()
        await inParallel(FILES, 64, (number) =>
          store.write(pathOf(number), pageOf(512, version * FILES + number), { by: writer })
        )
      }
    })
    // logs that were written to right before a moment are looked at, too: here the last write is a while ago
    await setTimeout(6_000)
    const moment = Date.now()
    await setTimeout(2)
    await fill(workspace, (store) =>
      inParallel(CHANGED, 64, (number) =>
        store.write(pathOf(number * (FILES / CHANGED)), pageOf(512, -number), { by: writer })
      )
    )
    return withWorkspace(workspace, async ({ ask }) => {
      const client = createClient({
        base: 'http://127.0.0.1',
        fetch: (url, init) => ask(url.slice('http://127.0.0.1'.length), init)
      })
      const logs = await logsIn(workspace)
      return [
        await changed(client, 'what changed since, 1,000 of 10,000 files', moment, logs, 500),
        await changed(client, 'the same where all 10,000 files changed five times', first, logs, 3_000),
        await back(client, moment, place)
      ]
    })
  }
}

const pathOf = (number: number) => contentPath(`${SITE}/folder-${number % 100}/page-${number}.html`)

/** The first page of it, and how much it is in all. */
async function changed(
  client: Client,
  what: string,
  since: number,
  logs: readonly string[],
  atMost: number
): Promise<Finding> {
  const { galley, baseline } = await interleaved(
    7,
    { galley: () => client.momentChanges(SITE, { from: since }), baseline: () => readSince(logs, since) },
    1
  )
  return {
    what,
    galley,
    baseline: { what: 'lstat of each log, the changed ones read and parsed', took: baseline },
    budget: { kind: 'most', atMost, unit: 'ms', of: 'median' }
  }
}

/** There and, undone, back again: a thousand contents written each time. */
async function back(client: Client, moment: number, place: string): Promise<Finding> {
  const folder = join(place, 'bare')
  await mkdir(folder)
  const [galley, baseline]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    let run = ''
    galley.push(
      await timed(async () => {
        const { id, done, failed } = await client.returnToMoment(SITE, { moment })
        if (done !== CHANGED || failed.length > 0) throw new Error(`${done} done, ${failed.length} failed`)
        run = id
      })
    )
    galley.push(await timed(() => client.momentRun(run, 'undo')))
    baseline.push(
      await timed(async () => {
        for (let number = 0; number < CHANGED; number += 1)
          await bareSave(join(folder, `page-${number}.html`), pageOf(512, number))
      })
    )
  }
  return {
    what: '1,000 files brought back, each replaced content kept',
    galley: summaryOf(galley),
    baseline: { what: '1,000 × write + fsync + rename + fsync of the folder', took: summaryOf(baseline) },
    budget: { kind: 'ratio', atMost: 3 }
  }
}
