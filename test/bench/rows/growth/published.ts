import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../../src/common/content/paths'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../../src/common/formats/structured'
import { parseHtml } from '../../../../src/common/html'
import { bareSave } from '../../bare-save'
import { bodyOf, writer } from '../../documents'
import { interleaved } from '../../measure'
import type { Finding } from '../../row'
import { pageWith } from '../../spoken-pages'
import { cpuOf, grown } from './grown'
import { inWorkspace, SITE } from './site'

const DOCUMENT = `${SITE}/boats`
const ROUNDS = 100

/** Pages published one by one and read, and a published structured document of many items. */
export const published = async (place: string): Promise<Finding[]> => [
  ...(await manyItems(place)),
  ...(await pages(place))
]

const manyItems = (place: string) =>
  grown({
    sizes: [400, 1_600, 6_400],
    kinds: { read: 'a published page of a structured document read, items' },
    cost: (size) =>
      inWorkspace(
        place,
        async (store) => {
          const write = (path: string, text: string) =>
            store.write(contentPath(path), new TextEncoder().encode(text), { by: writer })
          await write(`${SITE}/.galley/forms/schemas/boats.html`, writeSchemaDocument(JSON.stringify(schema)))
          await write(
            `${DOCUMENT}.html`,
            writeDocument(
              newDocument({ title: 'Boats', schemaName: 'boats', data: { boats: boatsOf(size) } })
            )
          )
        },
        async ({ publishing, ask }) => {
          await publishing.publish('live', contentPath(`${DOCUMENT}.html`))
          return { read: await cpuOf(async () => bodyOf(await ask(`/sites/live${DOCUMENT}`))) }
        }
      )
  })

const boatsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Boat ${at % 7}`, seats: at }))

const schema = {
  type: 'object',
  properties: {
    boats: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, seats: { type: 'integer' } } }
    }
  }
}

/** About 20 KB, as its readers would have it: eighty paragraphs. */
const pageText = (number: number) => {
  const parts = Array.from({ length: 10 }, (_, part) => pageWith(number * 10 + part))
  const inner = (page: string) => page.slice(page.indexOf('<h1>'), page.indexOf('    </div>'))
  return `<body>\n  <main>\n    <div>\n    ${parts.map(inner).join('')}    </div>\n  </main>\n</body>\n`
}

/** Each page is published once and read once, so that nothing of it is remembered. */
const pages = async (place: string): Promise<Finding[]> => {
  const count = ROUNDS + Math.ceil(ROUNDS / 10)
  const texts = Array.from({ length: count }, (_, at) => pageText(at))
  const path = (at: number) => `${SITE}/page-${at}`
  const next = (work: (at: number) => Promise<unknown>) => {
    let at = 0
    return () => work(at++)
  }
  const parsed = (at: number) => parseHtml(texts[at] ?? '', { locations: true })
  const bare = join(place, 'bare')
  await mkdir(bare)
  return inWorkspace(
    place,
    async (store) => {
      for (const [at, text] of texts.entries())
        await store.write(contentPath(`${path(at)}.html`), new TextEncoder().encode(text), { by: writer })
    },
    async ({ publishing, ask }) => {
      const publish = await interleaved(ROUNDS, {
        galley: next((at) => publishing.publish('live', contentPath(`${path(at)}.html`))),
        baseline: next((at) => {
          parsed(at)
          return bareSave(join(bare, `${at}.html`), new TextEncoder().encode(texts[at]))
        })
      })
      const read = await interleaved(ROUNDS, {
        galley: next(async (at) => bodyOf(await ask(`/sites/live${path(at)}`))),
        baseline: next((at) => Promise.resolve(parsed(at)))
      })
      return [
        {
          what: 'a page of 20 KB published to live',
          galley: publish.galley,
          baseline: { what: 'it parsed, with places, and one bare durable write', took: publish.baseline },
          budget: { kind: 'ratio', atMost: 6 }
        },
        {
          what: 'the published page read for the first time',
          galley: read.galley,
          baseline: { what: 'one parse, with places', took: read.baseline },
          budget: { kind: 'ratio', atMost: 2 }
        }
      ]
    }
  )
}
