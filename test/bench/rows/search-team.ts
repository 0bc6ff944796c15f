import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { searchAnswer, type SearchAnswer } from '../../../src/common/search/answer'
import { contentPath } from '../../../src/common/content/paths'
import { inThread } from '../../../src/main/search'
import { createService } from '../../../src/main/service'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { migrate } from '../../../src/main/store/postgres/migrate'
import type { Store } from '../../../src/main/store/types'
import { startTryServer } from '../../../src/main/team'
import { bodyOf, inParallel, pageOf, writer } from '../documents'
import { interleaved, summaryOf, timed } from '../measure'
import { NotHere, type Finding, type Row } from '../row'
import { pageWith, wordAt } from '../spoken-pages'

const SITE = '/bench/site'
const SIZES = [2_000, 8_000]
const WRITERS = 8
const SAVES = 40
const bytes = (text: string) => new TextEncoder().encode(text)

/** The words that PostgreSQL keeps, beside an index that a node makes in its memory when somebody first asks. */
export const searchTeam: Row = {
  name: 'search-team',
  title: 'search of a team',
  run: async () => {
    const server = await startTryServer().catch(() => {
      throw new NotHere('there is no PostgreSQL on this machine')
    })
    try {
      const database = openDatabase(server.url, { most: 12 })
      await migrate(database)
      const findings: Finding[] = []
      for (const pages of SIZES) findings.push(...(await searched(database, pages)))
      findings.push(...(await saves(database)))
      await database.close()
      return findings
    } finally {
      await server.stop()
    }
  }
}

type Database = ReturnType<typeof openDatabase>

function nodeOf(store: Store) {
  const programs = dirname(process.argv[1] ?? '')
  const service = createService({
    store,
    appVersion: 'bench',
    workerProgram: join(programs, 'worker.mjs'),
    holdSearch: inThread(join(programs, 'search.cjs'))
  })
  const ask = async (q: string): Promise<SearchAnswer> => {
    const address = `http://127.0.0.1/search${SITE}?q=${encodeURIComponent(q)}`
    return searchAnswer.parse(
      JSON.parse(new TextDecoder().decode(await bodyOf(await service.fetch(new Request(address), 'owner'))))
    )
  }
  return { ask, close: () => service.close() }
}

const whole = async ({ ask }: ReturnType<typeof nodeOf>) => {
  while ((await ask('')).state.kind !== 'complete') await new Promise((next) => setTimeout(next, 50))
}

const questions = {
  'a rare word': wordAt(20_011),
  'a word of one page in three': wordAt(9),
  'two words': `${wordAt(9)} ${wordAt(14)}`,
  'a phrase': `"${wordAt(2)} ${wordAt(1)}"`,
  'a beginning of three letters': wordAt(700).slice(0, 3)
}

async function searched(database: Database, pages: number): Promise<Finding[]> {
  const store = await openPostgres({ database, workspace: randomUUID() })
  await inParallel(pages, 8, async (number) => {
    const path = contentPath(`${SITE}/f${number % 100}/page-${number}.html`)
    await store.write(path, bytes(pageWith(number)), { by: writer })
  })
  const first = nodeOf(store)
  const keeping = await timed(() => whole(first))
  await database.change('analyze')
  const kept = nodeOf(store)
  const began = await timed(() => kept.ask(questions['a rare word']))
  const inMemory = nodeOf({ ...store, words: null })
  const made = await timed(() => whole(inMemory))
  const what = (text: string) => `${pages.toLocaleString('en')} pages: ${text}`
  const findings: Finding[] = [
    {
      what: what('the words of all are kept, once'),
      galley: { value: keeping, unit: 'ms' },
      budget: { kind: 'none' }
    },
    {
      what: what('the first question of a node'),
      galley: { value: began, unit: 'ms' },
      baseline: { what: 'until an index in its memory is made', took: { value: made, unit: 'ms' } },
      budget: { kind: 'ratio', atMost: 0.1 }
    }
  ]
  for (const [name, q] of Object.entries(questions)) {
    const took = await interleaved(20, { galley: () => kept.ask(q), baseline: () => inMemory.ask(q) })
    findings.push({
      what: what(`${name}, 20 hits with the words around`),
      galley: took.galley,
      baseline: { what: 'the index in memory', took: took.baseline },
      budget: { kind: 'none' }
    })
  }
  for (const one of [inMemory, kept, first]) await one.close()
  await store.close()
  return findings
}

/** Eight people save without pause: where words are kept, and read meanwhile, and where nobody has asked for any. */
async function saves(database: Database): Promise<Finding[]> {
  const [kept, bare] = [
    await openPostgres({ database, workspace: randomUUID() }),
    await openPostgres({ database, workspace: randomUUID() })
  ]
  const node = nodeOf(kept)
  await whole(node)
  let number = 0
  const round = async (store: Store) => {
    const took: number[] = []
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, one) => {
        const path = contentPath(`${SITE}/p${one}.html`)
        for (let count = 0; count < SAVES; count++)
          took.push(await timed(() => store.write(path, pageOf(2048, (number += 1)), { by: writer })))
      })
    )
    return took
  }
  const took: { kept: number[]; bare: number[] } = { kept: [], bare: [] }
  for (let count = 0; count < 6; count++) {
    const [one, other] = [await round(kept), await round(bare)]
    if (count === 0) continue
    took.kept.push(...one)
    took.bare.push(...other)
  }
  await node.close()
  for (const store of [kept, bare]) await store.close()
  const compared = {
    what: `a save of 2 KB while ${WRITERS} people save, its words kept`,
    galley: summaryOf(took.kept),
    baseline: { what: 'the same where no words are kept', took: summaryOf(took.bare) }
  }
  return [
    { ...compared, budget: { kind: 'ratio', atMost: 1.25 } },
    {
      ...compared,
      what: `${compared.what}, the slow ones`,
      budget: { kind: 'ratio', atMost: 1.25, of: 'p95' }
    }
  ]
}
