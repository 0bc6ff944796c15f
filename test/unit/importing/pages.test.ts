import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { importPage, type PublishedPage } from '../../../src/common/importing/page'
import { normalForm } from '../../../src/common/importing/normal-form'
import { renderPage, renderPlain } from '../../../src/common/publishing/page'
import { bulkRules, metadataFor, type PageMetadata } from '../../../src/common/publishing/page-metadata'
import { newDocument, writeDocument } from '../../../src/common/formats/structured'
import { readSchema } from '../../../src/common/schema'
import { seed } from '../schema/seed'
import { sample as structuredSample } from '../formats/structured/arbitraries'

const base = '/sites/live/o/s'
const site = { origin: 'http://127.0.0.1:4502', base }
const folder = 'resources/sample/content'
const none: PageMetadata = new Map()

/** What an author wrote, published as a whole page and imported again. */
function there(html: string, { name = 'page', bulk = none }: { name?: string; bulk?: PageMetadata } = {}) {
  const published = renderPage(html, { base, name, metadata: bulk })
  return importPage(pageOf(published, { name, bulk }))
}

const pageOf = (html: string, more: Partial<PublishedPage> = {}): PublishedPage => ({
  html,
  site,
  page: `${site.origin}${base}/page`,
  root: '',
  bulk: none,
  name: 'page',
  webPath: '/page',
  hasHost: false,
  head: [],
  ...more
})

async function samplePages(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries.filter((name) => name.endsWith('.html'))
}

describe('published pages turned back', () => {
  it('IM3 every page of the sample site comes back as it was, up to white space; structured documents byte by byte', async () => {
    const sheet = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8')) as {
      data: Record<string, string>[]
    }
    const pages = await samplePages()
    expect(pages.length).toBeGreaterThan(60)
    let structured = 0
    for (const file of pages) {
      const html = await readFile(join(folder, file), 'utf8')
      const bulk = metadataFor(bulkRules(sheet.data), `/${file.replace(/(?:index)?\.html$/, '')}`)
      const name = file.replace(/^.*\/|\.html$/g, '')
      const back = there(html, { name, bulk })
      if (html.includes('class="da-form"')) {
        structured++
        expect(back.kind, file).toBe('structured')
        expect(back.html, file).toBe(html)
      } else {
        expect(back.kind, file).toBe('page')
        expect(normalForm(back.html, { name, bulk }), file).toBe(normalForm(html, { name, bulk }))
      }
      expect(renderPage(back.html, { base, name, metadata: bulk }), file).toEqual(
        expect.stringContaining('<main>')
      )
    }
    expect(structured).toBeGreaterThan(30)
  })

  it('IM3 every structured document comes back byte by byte, whatever the schema and the data', () => {
    fc.assert(
      fc.property(structuredSample, ({ schema: written, data }) => {
        const { schema } = readSchema(written)
        const html = writeDocument(newDocument({ title: 'Ferry', schemaName: 'ferry', data }), { schema })
        expect(there(html)).toMatchObject({ kind: 'structured', html })
        const plain = renderPlain(html, base)
        expect(importPage(pageOf(plain)).html).toBe(html)
      }),
      { numRuns: 60, seed: seed('import-structured') }
    )
  })

  it('IM3 any page comes back with the same meaning, and is published alike again', () => {
    fc.assert(
      fc.property(pages, (html) => {
        const back = there(html)
        expect(normalForm(back.html, { name: 'page' })).toBe(normalForm(html, { name: 'page' }))
        const again = importPage(pageOf(renderPage(back.html, { base, name: 'page' }))).html
        expect(again).toBe(back.html)
      }),
      { numRuns: 80, seed: seed('import-pages') }
    )
  })
})

const word = fc.oneof(
  fc.constantFrom('Harbour', 'a & b', '<b>', 'Skerra', 'é', '“x”', '&nbsp;', 'Sommer 2026'),
  fc.stringMatching(/^[A-Za-z0-9 ]{1,8}$/)
)
const escaped = word.map((text) => text.replace(/&(?!nbsp;)/g, '&amp;').replace(/</g, '&lt;'))
const address = fc.constantFrom(
  '/a',
  '/a/b#c',
  '/x?a=1&amp;b=2',
  'y',
  '#z',
  'https://other.example/q',
  '//cdn.example/z',
  'mailto:a@b.c'
)
const picture = fc.constantFrom('/media/a.png', 'b.jpg', '../c.svg')
const leaf = fc.oneof(
  escaped.map((text) => `<p>${text}</p>`),
  fc.tuple(fc.constantFrom('h1', 'h2', 'h3'), escaped).map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  escaped.map((text) => `<h2 id="own-${text.length}x">${text}</h2>`),
  fc.tuple(address, escaped).map(([href, text]) => `<p>before <a href="${href}">${text}</a> after</p>`),
  picture.map(
    (src) =>
      `<p><picture><source srcset="${src}"><source srcset="${src}" media="(min-width: 600px)"><img src="${src}" alt="x" loading="lazy"></picture></p>`
  ),
  fc
    .array(escaped, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  escaped.map((text) => `<pre><code>${text}\n  more</code></pre>`)
)
const block = fc
  .tuple(
    fc.constantFrom('cards', 'columns wide', 'table'),
    fc.array(fc.array(leaf, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  )
  .map(
    ([name, rows]) =>
      `<div class="${name}">${rows.map((cells) => `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`).join('\n  ')}</div>`
  )
const metadata = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('title', 'description', 'image', 'robots', 'valid-from', 'lang'), escaped),
    {
      maxLength: 4,
      selector: ([key]) => key
    }
  )
  .map((rows) =>
    rows.length === 0
      ? ''
      : `<div class="metadata">${rows
          .map(([key, text]) =>
            key === 'image'
              ? '<div><div>image</div><div><img src="/media/a.png" alt="" loading="lazy"></div></div>'
              : `<div><div>${key}</div><div>${key === 'lang' ? 'de' : text}</div></div>`
          )
          .join('')}</div>`
  )
const pages = fc
  .tuple(
    fc.array(fc.array(fc.oneof(leaf, block), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    metadata
  )
  .map(([sections, block]) => {
    const parts = sections.map((items) => `<div>\n${items.join('\n')}</div>`)
    return `<body><header></header><main>${parts.join('\n')}${block === '' ? '' : `<div>${block}</div>`}</main><footer></footer></body>`
  })
