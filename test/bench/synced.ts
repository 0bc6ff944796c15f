import { join } from 'node:path'
import { contentPath } from '../../src/common/content/paths'
import { newToken } from '../../src/main/callers/tokens/new-token'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { startServer } from '../../src/main/server'
import { openRecords, openStore } from '../../src/main/store'
import type { Store } from '../../src/main/store/types'
import { openAsk, type Ask } from '../../src/main/sync/ask'
import { eachOf } from '../../src/main/sync/at-once'
import { runPair } from '../../src/main/sync/run-pair'
import { openWorkers } from '../../src/main/workers'
import { pageOf } from './documents'
import { withWorkspace } from './workspace'

export const FILES = 10_000
export const AT_ONCE = 6
const by = { email: 'bench@example.com' }
const encoder = new TextEncoder()
const pathOf = (index: number) => `/f${index % 100}/p${index}.html`
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A Galley on loopback, and a workspace here that is paired with its site. */
interface Synced {
  readonly here: Store
  readonly there: Store
  readonly ask: Ask
  /** A run of the pair. @throws Error when it did not do so much */
  run(work: number): Promise<void>
}

/** @param place an empty folder; `server` in it may hold a workspace already */
export async function withSynced<T>(place: string, work: (synced: Synced) => Promise<T>): Promise<T> {
  const folder = join(place, 'server')
  return withWorkspace(folder, async ({ service, store: there }) => {
    const server = await startServer({ service, port: 0 })
    const here = await openStore({ folder: join(place, 'client'), watch: false })
    try {
      const { text, record } = newToken({ kind: 'access', email: by.email, groups: [] }, Date.now())
      await tokensIn(openRecords(folder)).put(record)
      const ask = openAsk({ base: server.origin, token: () => Promise.resolve(text) })
      await ask('GET', '/list', { ok: [200] })
      return await work({ here, there, ask, run: (count) => counted(here, ask, count) })
    } finally {
      await here.close()
      await server.close()
    }
  })
}

async function counted(here: Store, ask: Ask, work: number): Promise<void> {
  const { deeds, failures } = await runPair({
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
  if (deeds.length !== work || failures.length > 0)
    throw new Error(`The sync went wrong: ${deeds.length} deeds, ${JSON.stringify(failures.slice(0, 3))}`)
}

/** Writes one of the pages of the site. */
export async function writePage(store: Store, index: number, mark: string): Promise<void> {
  const page = pageOf(4096, index)
  const text = typeof page === 'string' ? page : new TextDecoder().decode(page)
  await store.write(contentPath(`/bench/site${pathOf(index)}`), encoder.encode(text + mark), { by })
}

/** What a sync is held against: the server's pages, one request each. */
export async function plainGets(ask: Ask): Promise<void> {
  await eachOf(numbers(FILES), AT_ONCE, async (index) => {
    await (await ask('GET', `/source/bench/site${pathOf(index)}`, { ok: [200] })).bytes()
  })
}
