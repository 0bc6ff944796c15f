import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'parse5'
import { createClient, type Client } from '../../../src/common/api/client'
import { contentPath } from '../../../src/common/content/paths'
import { bareSave } from '../bare-save'
import { inParallel, writer } from '../documents'
import { summaryOf, timed } from '../measure'
import type { Finding, Row } from '../row'
import { pageWith } from '../spoken-pages'
import { fill, withWorkspace } from '../workspace'

const PAGES = 10_000
/** Every tenth page links to one of them. */
const LINKING = PAGES / 10
const SITE = contentPath('/bench/site')
const ROUNDS = 4

/** Who links to whom in 10,000 pages with 90,000 links, and a page renamed that a thousand others link to. */
export const links: Row = {
  name: 'links',
  title: `links in ${PAGES.toLocaleString('en')} pages`,
  run: async (place) => {
    const workspace = join(place, 'workspace')
    const pages = Array.from({ length: PAGES }, (_, number) => linkedPage(number))
    await fill(workspace, async (store) => {
      await store.write(contentPath(`${SITE}/hub.html`), bytes(pageWith(PAGES)), { by: writer })
      await inParallel(PAGES, 64, (number) =>
        store.write(contentPath(pathOf(number)), bytes(pages[number] ?? ''), { by: writer })
      )
    })
    const parsing = await timed(async () => pages.forEach((page) => void parse(page)))
    return withWorkspace(workspace, async ({ ask }) => {
      const client = createClient({
        base: 'http://127.0.0.1',
        fetch: (url, init) => ask(url.slice('http://127.0.0.1'.length), init)
      })
      const hub = contentPath(`${SITE}/hub.html`)
      const first = await timed(() => client.links(hub))
      const who: number[] = []
      for (let number = 0; number < 200; number += 1)
        who.push(await timed(() => client.links(contentPath(pathOf(number * 49)))))
      const problems: number[] = []
      for (let round = 0; round < 8; round += 1) problems.push(await timed(() => client.linkProblems(SITE)))
      return [
        {
          what: 'asked for first: all links are read',
          galley: { value: first, unit: 'ms' },
          baseline: { what: 'parse5 alone', took: { value: parsing, unit: 'ms' } },
          budget: { kind: 'most', atMost: 20_000, unit: 'ms', of: 'value' }
        },
        {
          what: 'who links to a page, and what it links to',
          galley: summaryOf(who),
          budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p95' }
        },
        {
          what: 'the problems of the whole site',
          galley: summaryOf(problems),
          budget: { kind: 'none' }
        },
        ...(await renamed(client, place))
      ]
    })
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const pathOf = (number: number) => `${SITE}/f${number % 100}/page-${number}.html`

/** The page of a number, with links that lead to others. */
function linkedPage(number: number): string {
  const page = pageWith(number).replace(/href="\/f(\d)\/page-\d+"/g, (_, at: string) => {
    const other = (number * 31 + Number(at) * 977) % PAGES
    return `href="/f${other % 100}/page-${other}"`
  })
  return number % 10 === 0 ? page.replace('<h1>', '<p><a href="/hub">Hub</a></p>\n    <h1>') : page
}

/** There and back again: a thousand pages written each time, as one change. */
async function renamed(client: Client, place: string): Promise<Finding[]> {
  const folder = join(place, 'bare')
  await mkdir(folder)
  const [plans, galley, baseline]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = ['hub', 'crossing'].map((name) => contentPath(`${SITE}/${name}.html`))
    if (!from || !to) throw new Error('no paths')
    const move = round % 2 === 0 ? { from, to } : { from: to, to: from }
    plans.push(
      await timed(async () => {
        const { files } = await client.planLinks({ move: [move] })
        if (files.length !== LINKING) throw new Error(`${files.length} pages are told`)
      })
    )
    galley.push(await timed(() => client.move(move.from, move.to, { follow: { redirects: false } })))
    baseline.push(
      await timed(() =>
        inParallel(LINKING, 16, (number) => bareSave(join(folder, `${number}.html`), bytes('x'.repeat(2800))))
      )
    )
  }
  return [
    {
      what: 'what a rename of a page with 1,000 links to it would write',
      galley: summaryOf(plans),
      budget: { kind: 'none' }
    },
    {
      what: 'the rename, 1,000 pages written with it, as one change',
      galley: summaryOf(galley),
      baseline: { what: 'as many bare durable writes, 16 at once', took: summaryOf(baseline) },
      budget: { kind: 'ratio', atMost: 4 }
    }
  ]
}
