import { contentPath } from '../../../../src/common/content/paths'
import { mergeTexts } from '../../../../src/common/formats/merge'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../../src/common/formats/structured'
import { parseHtml } from '../../../../src/common/html'
import { bodyOf, writer } from '../../documents'
import { interleaved } from '../../measure'
import type { Finding } from '../../row'
import { cpuOf, grown } from './grown'
import { inWorkspace, SITE } from './site'

const DOCUMENT = `${SITE}/boats`

/** A published structured document of many items, and one page that two people changed. */
export const documents = async (place: string): Promise<Finding[]> => [
  ...(await grown({
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
  })),
  await merged()
]

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

const paragraphs = (changed: (at: number) => string) =>
  `<body><header></header><main>${Array.from(
    { length: 260 },
    (_, at) =>
      `<div><h2>Part ${at}</h2><p>${'The boat leaves at ten past six, and the bread is carried up. '.repeat(14)}${changed(at)}</p></div>`
  ).join('')}</main><footer></footer></body>`

async function merged(): Promise<Finding> {
  const texts = {
    base: paragraphs(() => ''),
    local: paragraphs((at) => (at === 3 ? 'Here.' : '')),
    remote: paragraphs((at) => (at === 200 ? 'There.' : ''))
  }
  const { galley, baseline } = await interleaved(9, {
    galley: () => Promise.resolve(mergeTexts('html', texts)),
    baseline: () => Promise.resolve(Object.values(texts).map((text) => parseHtml(text, { locations: true })))
  })
  return {
    what: `three states of a page of ${Math.round(texts.base.length / 1024)} KB merged`,
    galley,
    baseline: { what: 'the three of them parsed, with places', took: baseline },
    budget: { kind: 'ratio', atMost: 4 }
  }
}
