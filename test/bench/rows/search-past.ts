import { dirname, join } from 'node:path'
import { searchAnswer, type SearchAnswer } from '../../../src/common/search/answer'
import { contentPath } from '../../../src/common/content/paths'
import { inThread } from '../../../src/main/search'
import { createService } from '../../../src/main/service'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { bodyOf, inParallel, writer } from '../documents'
import { logsIn, readSince } from '../history-logs'
import { summaryOf, timed } from '../measure'
import type { Finding, Row } from '../row'
import { pageWith, wordAt } from '../spoken-pages'
import { fill } from '../workspace'

const FILES = 1_500
const STATES_EACH = 5
const LOOKS = 20
const SITE = '/bench/site'

/** What went from 1,500 pages in 7,500 states: read by who asks first, then followed. */
export const searchPast: Row = {
  name: 'search-past',
  title: `what went, in ${(FILES * STATES_EACH).toLocaleString('en')} states of ${FILES.toLocaleString('en')} pages`,
  run: async (place) => {
    const location = join(place, 'workspace')
    await fill(location, async (store) => {
      for (let state = 0; state <= STATES_EACH; state += 1)
        await inParallel(FILES, 8, (number) =>
          store.write(pathOf(number), stateOf(number, state), { by: writer, at: state })
        )
    })
    const logs = await logsIn(location)
    const reading = await timed(() => readSince(logs, 0))
    const first = await withService(location, place, async ({ store, ask }) => {
      const read = await timed(() => complete(ask, WENT))
      return { read, ...(await followed(store, ask, logs)) }
    })
    const again = await withService(location, place, ({ ask }) => timed(() => complete(ask, WENT)))
    const baseline = { what: 'each log read and parsed', took: { value: reading, unit: 'ms' } } as const
    return [
      { what: 'all states read', galley: ms(first.read), baseline, budget: { kind: 'none' } },
      { what: 'opened again, and asked', galley: ms(again), baseline, budget: { kind: 'none' } },
      ...first.findings
    ]
  }
}

const ms = (value: number) => ({ value, unit: 'ms' }) as const
const pathOf = (number: number) => contentPath(`${SITE}/f${number % 100}/page-${number}.html`)

/** In the first state of one page alone. */
const WENT = 'quokka'

/** One paragraph is another in each state. */
function stateOf(number: number, state: number): Uint8Array {
  const own = `<p>${wordAt(100_000 + number * 10 + state)} ${number === 7 && state === 0 ? WENT : wordAt(state)}</p>`
  return new TextEncoder().encode(pageWith(number).replace('</h1>', `</h1>\n    ${own}`))
}

type Ask = (q: string) => Promise<SearchAnswer>

async function withService<T>(
  location: string,
  place: string,
  work: (parts: { store: FolderStore; ask: Ask }) => Promise<T>
): Promise<T> {
  const programs = dirname(process.argv[1] ?? '')
  const store = await openStore({ folder: location, watch: false })
  const service = createService({
    store,
    appVersion: 'bench',
    workerProgram: join(programs, 'worker.mjs'),
    holdSearch: inThread(join(programs, 'search.cjs')),
    searchSeals: join(place, 'seals')
  })
  const ask: Ask = async (q) => {
    const address = `http://127.0.0.1/search${SITE}?q=${encodeURIComponent(`in:history ${q}`)}`
    const answer = await service.fetch(new Request(address), 'owner')
    return searchAnswer.parse(JSON.parse(new TextDecoder().decode(await bodyOf(answer))))
  }
  try {
    return await work({ store, ask })
  } finally {
    await service.close()
    await store.close()
  }
}

/** Asks until all is read, and the one that there is was found. */
async function complete(ask: Ask, word: string): Promise<void> {
  for (;;) {
    const { state, hits } = await ask(word)
    if (state.kind !== 'complete') await new Promise((next) => setTimeout(next, 50))
    else if (hits.length === 1) return
    else throw new Error(`${hits.length} hits for ${word}`)
  }
}

async function followed(store: FolderStore, ask: Ask, logs: readonly string[]) {
  const [keys, looks, baseline]: [number[], number[], number[]] = [[], [], []]
  for (let count = 0; count < LOOKS; count += 1) {
    keys.push(await timed(() => ask(wordAt(100_000 + count * 700 + 1))))
    const since = Date.now()
    await store.write(pathOf(count), stateOf(count, STATES_EACH + 1), { by: writer })
    looks.push(await timed(() => complete(ask, wordAt(100_000 + count * 10 + STATES_EACH))))
    baseline.push(await timed(() => readSince(logs, since - 1000)))
  }
  const findings: readonly Finding[] = [
    { what: 'a word, with the words around', galley: summaryOf(keys), budget: { kind: 'none' } },
    {
      what: 'a page is saved, and what went from it is found',
      galley: summaryOf(looks),
      baseline: { what: 'lstat of each log, the changed ones read and parsed', took: summaryOf(baseline) },
      budget: { kind: 'none' }
    }
  ]
  return { findings }
}
