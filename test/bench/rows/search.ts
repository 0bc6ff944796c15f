import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { parse } from 'parse5'
import { searchAnswer, type SearchAnswer } from '../../../src/common/search/answer'
import { readQuestion } from '../../../src/common/search/question'
import { contentPath } from '../../../src/common/content/paths'
import { indexFileOf, inThread } from '../../../src/main/search'
import { openIndexThread } from '../../../src/main/search/thread'
import { createService } from '../../../src/main/service'
import { openStore } from '../../../src/main/store'
import { bodyOf, inParallel, writer } from '../documents'
import { interleaved, summaryOf, timed, type Summary } from '../measure'
import type { Finding, Row } from '../row'
import { pageWith, wordAt } from '../spoken-pages'
import { fill } from '../workspace'
import { lookedThrough } from './search-through'

const PAGES = 10_000
const SITE = '/bench/site'
const run = promisify(execFile)

/** Finding words in 10,000 pages, and the index that it takes. */
export const search: Row = {
  name: 'search',
  title: `search in ${PAGES.toLocaleString('en')} pages`,
  run: async (place) => {
    const programs = dirname(process.argv[1] ?? '')
    const location = join(place, 'workspace')
    const pages = Array.from({ length: PAGES }, (_, number) => pageWith(number))
    await fill(location, (store) =>
      inParallel(PAGES, 8, async (number) => {
        const path = contentPath(`${SITE}/f${number % 100}/page-${number}.html`)
        await store.write(path, bytes(pages[number] ?? ''), { by: writer })
      })
    )
    const store = await openStore({ folder: location, watch: false })
    const seals = join(place, 'seals')
    const service = createService({
      store,
      appVersion: 'bench',
      workerProgram: join(programs, 'worker.mjs'),
      holdSearch: inThread(join(programs, 'search.cjs')),
      searchSeals: seals
    })
    const ask = async (q: string, more = ''): Promise<SearchAnswer> => {
      const address = `http://127.0.0.1/search${more === '' ? SITE : more}${more.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
      const answer = await service.fetch(new Request(address), 'owner')
      return searchAnswer.parse(JSON.parse(new TextDecoder().decode(await bodyOf(answer))))
    }
    try {
      const parsing = await timed(async () => pages.forEach((page) => void parse(page)))
      const indexing = await timed(async () => {
        // a question would go first, and an empty one is none
        while ((await ask('')).state.kind !== 'complete') await new Promise((next) => setTimeout(next, 100))
      })
      const file = await indexFileOf(store.folder, store.id, seals)
      const findings: Finding[] = [
        {
          what: 'the index is made',
          galley: { value: indexing, unit: 'ms' },
          baseline: { what: 'parse5 alone', took: { value: parsing, unit: 'ms' } },
          budget: { kind: 'ratio', atMost: 4 }
        },
        {
          what: 'the same',
          galley: { value: indexing, unit: 'ms' },
          budget: { kind: 'most', atMost: 20_000, unit: 'ms', of: 'value' }
        },
        {
          what: 'its file',
          galley: { value: statSync(file).size / 1e6, unit: 'MB' },
          baseline: { what: 'the text', took: { value: textOf(pages), unit: 'MB' } },
          budget: { kind: 'ratio', atMost: 1.6 }
        },
        await besideRipgrep(location, () => ask(RARE)),
        {
          what: 'a page is saved, and found by its new word',
          galley: await savedAndFound(service, ask),
          budget: { kind: 'most', atMost: 200, unit: 'ms', of: 'p95' }
        }
      ]
      const through = await lookedThrough({
        service,
        site: SITE,
        files: pages.map((_, number) =>
          join(location, 'content', SITE, `f${number % 100}/page-${number}.html`)
        ),
        place,
        rare: RARE,
        common: wordAt(1)
      })
      findings.push(...through)
      await service.close()
      return [...findings, await typed(join(programs, 'search.cjs'), file)]
    } finally {
      await service.close()
      await store.close()
    }
  }
}

/** One of the middle: in some forty pages. */
const RARE = wordAt(9_000)

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (pages: readonly string[]) =>
  pages.reduce((sum, page) => sum + bytes(page.replace(/<[^>]*>/g, '')).length, 0) / 1e6

async function besideRipgrep(location: string, ask: () => Promise<SearchAnswer>): Promise<Finding> {
  const what = `a word with the words around it, 20 hits`
  const isThere = await run('rg', ['--version']).then(
    () => true,
    () => false
  )
  if (!isThere) {
    const took: number[] = []
    for (let count = 0; count < 40; count++) took.push(await timed(ask))
    return { what: `${what} (no ripgrep here)`, galley: summaryOf(took), budget: { kind: 'none' } }
  }
  const content = join(location, 'content')
  const measured = await interleaved(40, {
    galley: ask,
    baseline: () => run('rg', ['-i', '-n', RARE, content], { maxBuffer: 64 * 1024 * 1024 })
  })
  return {
    what,
    galley: measured.galley,
    baseline: { what: 'ripgrep', took: measured.baseline },
    budget: { kind: 'ratio', atMost: 0.2 }
  }
}

async function savedAndFound(
  service: ReturnType<typeof createService>,
  ask: (q: string, more: string) => Promise<SearchAnswer>
): Promise<Summary> {
  const took: number[] = []
  for (let count = 0; count < 40; count++) {
    const word = `neu${wordAt(70_000 + count)}`
    const path = `${SITE}/f1/page-${count * 100 + 1}.html`
    took.push(
      await timed(async () => {
        const saved = await service.fetch(
          new Request(`http://127.0.0.1/source${path}`, {
            method: 'PUT',
            headers: { 'Content-Type': 'text/html' },
            body: `<body><main><div><p>${word}</p></div></main></body>`
          }),
          'owner'
        )
        await bodyOf(saved)
        const etag = encodeURIComponent(saved.headers.get('ETag') ?? '')
        const { hits } = await ask(word, `${path}?saved=${etag}`)
        if (hits.length !== 1) throw new Error(`${word} was not found`)
      })
    )
  }
  return summaryOf(took)
}

/** A word typed letter by letter, through the thread of the index. */
async function typed(program: string, file: string): Promise<Finding> {
  const index = openIndexThread(inThread(program), file)
  const echo = new Worker(
    `const { parentPort } = require('node:worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m))`,
    {
      eval: true
    }
  )
  const find = (q: string) =>
    index.call('find', {
      question: readQuestion(q, Date.now()),
      scope: SITE,
      sort: 'best',
      weighs: true,
      most: 20,
      within: false
    })
  try {
    await find('warm')
    const keys: string[] = []
    for (let number = 50; number < 90; number++) {
      const word = wordAt(number * number)
      for (let length = 2; length <= word.length; length++) keys.push(word.slice(0, length))
    }
    const galley: number[] = []
    const baseline: number[] = []
    for (const key of keys) {
      galley.push(await timed(() => find(key)))
      baseline.push(
        await timed(
          () =>
            new Promise((heard) => {
              echo.once('message', heard)
              echo.postMessage(key)
            })
        )
      )
    }
    return {
      what: 'a key in the index',
      galley: summaryOf(galley),
      baseline: { what: 'a message to a thread and back', took: summaryOf(baseline) },
      budget: { kind: 'most', atMost: 20, unit: 'ms', of: 'p95' }
    }
  } finally {
    await index.close()
    await echo.terminate()
  }
}
