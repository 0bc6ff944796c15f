import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { startServer } from '../../../src/main/server'
import { newToken } from '../../../src/main/callers/tokens/new-token'
import { tokensIn } from '../../../src/main/callers/tokens/token-files'
import { openRecords, openStore } from '../../../src/main/store'
import { openAsk, type Ask } from '../../../src/main/sync/ask'
import { eachOf } from '../../../src/main/sync/at-once'
import { runPair } from '../../../src/main/sync/run-pair'
import { pageOf } from '../documents'
import { timed } from '../measure'
import type { Row } from '../row'
import { fill, withWorkspace } from '../workspace'
import { openWorkers } from '../../../src/main/workers'

const FILES = 10_000
const CHANGED = 1_000
const AT_ONCE = 6
const by = { email: 'bench@example.com' }
const encoder = new TextEncoder()
const pathOf = (index: number) => `/f${index % 100}/p${index}.html`

/** A site of ten thousand pages, brought in from a Galley on loopback; a run over all of them; a tenth changed. */
export const syncing: Row = {
  name: 'sync',
  title: `a sync of ${FILES.toLocaleString('en')} files of 4 KB with a Galley on loopback`,
  run: async (place) => {
    const there = join(place, 'server')
    await fill(there, (store) => eachOf(numbers(FILES), 8, (index) => write(store, index, '')))
    return withWorkspace(there, async ({ service, store: served }) => {
      const server = await startServer({ service, port: 0 })
      const here = await openStore({ folder: join(place, 'client'), watch: false })
      try {
        const { text, record } = newToken({ kind: 'access', email: by.email, groups: [] }, Date.now())
        await tokensIn(openRecords(there)).put(record)
        const ask = openAsk({ base: server.origin, token: () => Promise.resolve(text) })
        await ask('GET', '/list/bench/site', { ok: [200] })
        const gets = await timed(() => plainGets(ask))
        const run = () =>
          runPair({
            workers: openWorkers({ program: null }),
            store: here,
            pair: {
              id: 'bench',
              remoteId: 'bench',
              local: '/bench/site',
              remote: '/bench/site',
              serviceFolder: 'galley',
              lowerCase: false,
              firstSync: 'ask',
              paused: false
            },
            ask,
            by: () => by,
            serviceFolder: 'galley',
            approved: new Set(),
            atOnce: AT_ONCE
          })
        const counted = async (work: number) => {
          const { deeds, failures } = await run()
          if (deeds.length !== work || failures.length > 0)
            throw new Error(
              `The sync went wrong: ${deeds.length} deeds, ${JSON.stringify(failures.slice(0, 3))}`
            )
        }
        const first = await timed(() => counted(FILES))
        const quiet = await timed(() => counted(0))
        await eachOf(numbers(CHANGED), 8, (index) => write(served, index, 'changed'))
        const changed = await timed(() => counted(CHANGED))
        const baseline = { what: `plain GETs of the same files, ${AT_ONCE} at a time`, took: value(gets) }
        return [
          {
            what: 'first sync, written durably',
            galley: value(first),
            baseline,
            budget: { kind: 'ratio', atMost: 2 }
          },
          {
            what: 'a run over files that nobody changed',
            galley: value(quiet),
            budget: { kind: 'most', atMost: 3000, unit: 'ms', of: 'value' }
          },
          {
            what: `${CHANGED.toLocaleString('en')} of them changed there`,
            galley: value(changed),
            budget: { kind: 'none' }
          }
        ]
      } finally {
        await here.close()
        await server.close()
      }
    })
  }
}

const value = (ms: number) => ({ value: ms, unit: 'ms' }) as const
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

async function write(
  store: Awaited<ReturnType<typeof openStore>>,
  index: number,
  mark: string
): Promise<void> {
  const page = pageOf(4096, index)
  const text = typeof page === 'string' ? page : new TextDecoder().decode(page)
  await store.write(contentPath(`/bench/site${pathOf(index)}`), encoder.encode(text + mark), { by })
}

async function plainGets(ask: Ask): Promise<void> {
  await eachOf(numbers(FILES), AT_ONCE, async (index) => {
    await (await ask('GET', `/source/bench/site${pathOf(index)}`, { ok: [200] })).bytes()
  })
}
