import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { createService } from '../../../src/main/service'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { migrate } from '../../../src/main/store/postgres/migrate'
import type { Store } from '../../../src/main/store/types'
import { startTryServer } from '../../../src/main/team'
import { bodyOf, inParallel, writer } from '../documents'
import { interleaved, timed } from '../measure'
import { NotHere, type Finding, type Row } from '../row'
import { pageWith } from '../spoken-pages'

const SITE = '/bench/site'
const SIZES = [2_000, 8_000]
const ROUNDS = 20

/** The links that PostgreSQL keeps, beside a node that reads all contents when somebody first asks. */
export const linksTeam: Row = {
  name: 'links-team',
  title: 'links of a team',
  run: async () => {
    const server = await startTryServer().catch(() => {
      throw new NotHere('there is no PostgreSQL on this machine')
    })
    try {
      const database = openDatabase(server.url, { most: 12 })
      await migrate(database)
      const findings: Finding[] = []
      for (const pages of SIZES) {
        const store = await openPostgres({ database, workspace: randomUUID() })
        findings.push(...(await asked(store, pages)))
      }
      await database.close()
      return findings
    } finally {
      await server.stop()
    }
  }
}

/** A page of 2.8 KB that leads to four others. */
const linked = (number: number, pages: number) =>
  new TextEncoder().encode(
    pageWith(number).replace(
      '</main>',
      `<div>${[1, 2, 3, 50].map((far) => `<p><a href="${placeOf((number + far) % pages)}">on</a></p>`).join('')}</div></main>`
    )
  )

const placeOf = (number: number) => `/f${number % 100}/page-${number}`
const fileOf = (number: number) => contentPath(`${SITE}${placeOf(number)}.html`)

function nodeOf(store: Store) {
  const programs = dirname(process.argv[1] ?? '')
  const service = createService({ store, appVersion: 'bench', workerProgram: join(programs, 'worker.mjs') })
  const get = async (path: string): Promise<string> =>
    new TextDecoder().decode(
      await bodyOf(await service.fetch(new Request(`http://127.0.0.1${path}`), 'owner'))
    )
  return { ask: () => get(`/links${fileOf(7)}`), close: () => service.close() }
}

async function asked(store: Store, pages: number): Promise<Finding[]> {
  const save = (number: number) => store.write(fileOf(number), linked(number, pages), { by: writer })
  await inParallel(pages, 8, async (number) => void (await save(number)))
  const first = nodeOf(store)
  const keeping = await timed(first.ask)
  await first.close()
  const [kept, inMemory] = [nodeOf(store), nodeOf({ ...store, words: null })]
  const began = await timed(kept.ask)
  const read = await timed(inMemory.ask)
  if ((await kept.ask()) !== (await inMemory.ask())) throw new Error('they answer otherwise')
  let round = 0
  const afterSave = (node: typeof kept) => async () => {
    await store.write(fileOf(9), linked((round += 1), pages), { by: writer })
    await node.ask()
  }
  const baseline = 'a node that reads contents itself'
  const still = await interleaved(ROUNDS, { galley: kept.ask, baseline: inMemory.ask })
  const saved = await interleaved(ROUNDS, { galley: afterSave(kept), baseline: afterSave(inMemory) })
  const what = (text: string) => `${pages.toLocaleString('en')} pages: ${text}`
  for (const node of [kept, inMemory]) await node.close()
  await store.close()
  return [
    {
      what: what('links and words of all are kept, once'),
      galley: { value: keeping, unit: 'ms' },
      budget: { kind: 'none' }
    },
    {
      what: what('the first question of a node about links'),
      galley: { value: began, unit: 'ms' },
      baseline: { what: baseline, took: { value: read, unit: 'ms' } },
      budget: { kind: 'ratio', atMost: 0.1 }
    },
    {
      what: what('what links to a page'),
      galley: still.galley,
      baseline: { what: baseline, took: still.baseline },
      budget: { kind: 'none' }
    },
    {
      what: what('a save, and then what links to a page'),
      galley: saved.galley,
      baseline: { what: baseline, took: saved.baseline },
      budget: { kind: 'none' }
    }
  ]
}
