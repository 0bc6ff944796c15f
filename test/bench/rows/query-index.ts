import { dirname, join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { indexResource } from '@adobe/helix-shared-indexer'
import { renderPage } from '../../../src/common/publishing/page'
import { createService } from '../../../src/main/service'
import { openStore } from '../../../src/main/store'
import { writer } from '../documents'
import { interleaved, timed } from '../measure'
import type { Row } from '../row'
import { fill } from '../workspace'

const PAGES = 5000
const PLAIN = 100

/** The query index of 5,000 pages: from scratch, and one publication later. */
export const queryIndex: Row = {
  name: 'query-index',
  title: 'a query index of 5,000 live pages',
  run: async (place) => {
    // scripts/bench.mjs bundles the worker beside the program that runs
    const program = join(dirname(process.argv[1] ?? ''), 'worker.mjs')
    const location = join(place, 'workspace')
    await fill(location, async (store) => {
      await store.write(contentPath(`${SITE}/helix-query.yaml`), bytes(definition), { by: writer })
      const states = []
      for (let number = 0; number < PAGES; number++) {
        const path = contentPath(`${SITE}/blog/post-${number}.html`)
        await store.write(path, bytes(pageOf(number)), { by: writer })
        const entry = await store.published.keep(path)
        if (!entry) continue
        const { hash, size, lastModified: sourceAt } = entry
        states.push({
          path,
          hash,
          size,
          sourceAt,
          at: Date.now(),
          by: writer,
          kind: 'page',
          environment: 'live' as const
        })
      }
      await store.published.put(states)
    })
    const plain = plainly(PLAIN)
    const store = await openStore({ folder: location, watch: false })
    const service = createService({ store, appVersion: 'bench', workerProgram: program })
    const ask = async (path: string, init?: RequestInit) => {
      for (;;) {
        const answer = await service.fetch(new Request(`http://127.0.0.1${path}`, init), 'owner')
        if (answer.status !== 503) return answer
      }
    }
    const total = async () => {
      const { total } = (await (await ask(`/sites/live${SITE}/query-index.json?limit=1`)).json()) as {
        total: number
      }
      return total
    }
    try {
      const scratch = await timed(async () => {
        const made = await total()
        if (made !== PAGES) throw new Error(`${made} rows`)
      })
      let count = 0
      const published = await interleaved(20, {
        galley: async () => {
          const name = `blog/post-${count++}`
          await ask(`/publish/live${SITE}/main/${name}`, { method: 'POST' })
          await total()
        },
        baseline: () => ask(`/publish/live/other/site/main/none`, { method: 'GET' })
      })
      const read = await interleaved(40, {
        galley: async () => (await ask(`/sites/live${SITE}/query-index.json`)).arrayBuffer(),
        baseline: async () => (await ask(`/sites/live${SITE}/query-index.json?limit=1`)).arrayBuffer()
      })
      return [
        {
          what: `${PAGES.toLocaleString('en')} pages from scratch`,
          galley: { value: scratch, unit: 'ms' },
          baseline: {
            what: `the extractor alone, ${PLAIN} pages × ${PAGES / PLAIN}`,
            took: { value: (await plain) * (PAGES / PLAIN), unit: 'ms' }
          },
          budget: { kind: 'ratio', atMost: 2 }
        },
        {
          what: 'publish one of them, until it is in the index',
          galley: published.galley,
          budget: { kind: 'most', atMost: 1000, unit: 'ms', of: 'p95' }
        },
        {
          what: 'read the whole index',
          galley: read.galley,
          baseline: { what: 'one row of it', took: read.baseline },
          budget: { kind: 'none' }
        }
      ]
    } finally {
      await service.close()
      await store.close()
    }
  }
}

const SITE = '/bench/site'
const bytes = (text: string) => new TextEncoder().encode(text)

const definition = `version: 1
indices:
  blog:
    target: /query-index.json
    include: ['/blog/**']
    properties:
      title: {select: main h1, value: textContent(el)}
      description: {select: 'head > meta[name="description"]', value: 'attribute(el, "content")'}
      image: {select: 'head > meta[property="og:image"]', value: 'attribute(el, "content")'}
      words: {select: main, value: 'words(textContent(el), 0, 20)'}
`

function pageOf(number: number): string {
  const section = `<div><h2>Part</h2><p>Some words of page ${number} with a <a href="/x">link</a> and <strong>more</strong>.</p><ul><li>one</li><li>two</li></ul></div>`
  return `<body><header></header><main><div><h1>Post ${number}</h1></div>${section.repeat(10)}</main><footer></footer></body>`
}

/** Milliseconds for pages through the extractor, in this thread. */
function plainly(pages: number): Promise<number> {
  const properties = [
    { name: 'title', select: 'main h1', value: 'textContent(el)' },
    { name: 'description', select: 'head > meta[name="description"]', value: 'attribute(el, "content")' },
    { name: 'image', select: 'head > meta[property="og:image"]', value: 'attribute(el, "content")' },
    { name: 'words', select: 'main', value: 'words(textContent(el), 0, 20)' }
  ]
  const one = (number: number) =>
    indexResource(
      '/x',
      { body: renderPage(pageOf(number), { base: '', name: 'x' }), headers: new Headers() },
      { properties },
      { warn: () => undefined }
    )
  for (let number = 0; number < pages; number++) one(number)
  return timed(async () => {
    for (let number = 0; number < pages; number++) one(number)
  })
}
