import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'parse5'
import { z } from 'zod'
import { contentPath } from '../../../src/common/content/paths'
import { inParallel, writer } from '../documents'
import type { Finding, Row } from '../row'
import { pageWith } from '../spoken-pages'
import { fill } from '../workspace'

const PAGES = 100_000
/** So many words there are in them: a larger site says more. */
const WORDS = 600_000

const summary = z.object({
  runs: z.number(),
  median: z.number(),
  p95: z.number(),
  p99: z.number(),
  most: z.number(),
  perSecond: z.number()
})
const beside = z.object({ key: summary, message: summary })
const searched = z.object({
  named: z.number(),
  reading: z.number(),
  typed: summary,
  meanwhile: summary.nullable(),
  inIndex: beside.nullable(),
  inIndexMeanwhile: beside.nullable(),
  service: z.object({ before: z.number(), after: z.number() }),
  index: z.number()
})
type Searched = z.infer<typeof searched>

/** Search in 100,000 pages: what its process and the service take of memory, and how soon they answer. */
export const searchLarge: Row = {
  name: 'search-large',
  title: `search in ${PAGES.toLocaleString('en')} pages`,
  onlyWhenNamed: true,
  run: async (place) => {
    const workspace = join(place, 'workspace')
    let signs = 0
    let parsing = 0
    await fill(workspace, (store) =>
      inParallel(PAGES, 64, async (number) => {
        const page = pageWith(number, WORDS)
        signs += page.replace(/<[^>]*>/g, '').length
        const began = performance.now()
        parse(page)
        parsing += performance.now() - began
        await store.write(contentPath(pathOf(number)), new TextEncoder().encode(page), { by: writer })
      })
    )
    const seals = join(place, 'seals')
    const first = await inFreshProcess(workspace, seals)
    const again = await inFreshProcess(workspace, seals)
    const caches = join(workspace, '.galley', 'index')
    const file = readdirSync(caches).find((name) => name.endsWith('.db')) ?? ''
    return [
      {
        what: 'the index is made, while somebody types',
        galley: { value: first.reading, unit: 'ms' },
        baseline: { what: 'parse5 alone', took: { value: parsing, unit: 'ms' } },
        budget: { kind: 'none' }
      },
      {
        what: 'its file',
        galley: { value: statSync(join(caches, file)).size / 1e6, unit: 'MB' },
        baseline: { what: 'the text', took: { value: signs / 1e6, unit: 'MB' } },
        budget: { kind: 'ratio', atMost: 1.6 }
      },
      ...(first.meanwhile === null
        ? []
        : [
            {
              what: 'a key meanwhile, eight hits with the words around',
              galley: first.meanwhile,
              budget: { kind: 'none' }
            } satisfies Finding
          ]),
      {
        what: 'a key afterwards, eight hits with the words around',
        galley: again.typed,
        budget: { kind: 'most', atMost: 100, unit: 'ms', of: 'p95' }
      },
      ...keyIn('a key in the index while it is made', first.inIndexMeanwhile, 70),
      ...keyIn('a key in the index afterwards', again.inIndex, 30),
      {
        what: 'opened again: until names are found',
        galley: { value: again.named, unit: 'ms' },
        budget: { kind: 'none' }
      },
      most('most memory of the index’s process, while it is made', first, 'index'),
      most('the same, opened again, with middles of words and slips', again, 'index'),
      {
        what: 'most memory of the service’s process, while it is made',
        galley: { value: first.service.after, unit: 'MB' },
        baseline: { what: 'before it searches', took: { value: first.service.before, unit: 'MB' } },
        budget: { kind: 'none' }
      }
    ]
  }
}

/** @param over milliseconds that a key may take more than a message to the same process and back */
function keyIn(what: string, measured: z.infer<typeof beside> | null, over: number): Finding[] {
  if (!measured) return []
  return [
    {
      what,
      galley: measured.key,
      baseline: { what: 'a message to the same process and back', took: measured.message },
      budget: { kind: 'most', atMost: Math.round(measured.message.p95 + over), unit: 'ms', of: 'p95' }
    }
  ]
}

const most = (what: string, of: Searched, name: 'index'): Finding => ({
  what,
  galley: { value: of[name], unit: 'MB' },
  budget: { kind: 'most', atMost: 400, unit: 'MB', of: 'value' }
})

async function inFreshProcess(workspace: string, seals: string): Promise<Searched> {
  const program = join(import.meta.dirname, 'searching.mjs')
  const child = await promisify(execFile)(process.execPath, [program, workspace, seals])
  return searched.parse(JSON.parse(child.stdout))
}

const pathOf = (number: number) =>
  `/bench/site/section-${Math.floor(number / 5000)}/folder-${Math.floor(number / 100)}/page-${number}.html`
