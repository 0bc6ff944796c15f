import { indexResource } from '@adobe/helix-shared-indexer'
import { describe, expect, it } from 'vitest'
import { readDefinition, type IndexDefinition } from '../../../src/common/query-index'
import { indexPage, type SourcePage } from '../../../src/main/workers/work/index-page'

/**
 * Definitions as public sites have them. The reference is the extractor itself over a page with the head that other publishing services
 * write: what a column holds there, it holds here.
 */

const host = 'https://www.example.com'
const meta = (name: string) => `{select: 'head > meta[name="${name}"]', value: "attribute(el, 'content')"}`
const property = (name: string) =>
  `{selectFirst: 'head > meta[property="${name}"]', value: "attribute(el, 'content')"}`
const OWN_PATH = String.raw`'https:\/\/[^/]+(\/.*)'`
const imagePath = `{selectFirst: 'head > meta[property="og:image"]', value: "match(attribute(el, 'content'), ${OWN_PATH})"}`
const modified = `{select: none, value: "parseTimestamp(headers['last-modified'], 'ddd, DD MMM YYYY hh:mm:ss GMT')"}`

const definitions: Readonly<Record<string, string>> = {
  'every page': `
      title: ${property('og:title')}
      description: ${meta('description')}
      image: ${imagePath}
      lastModified: ${modified}`,
  blog: `
      title: ${property('og:title')}
      image: ${imagePath}
      author: ${meta('author')}
      date: ${meta('publication-date')}
      tags: {select: 'head > meta[property="article:tag"]', values: "attribute(el, 'content')"}
      topic: {selectFirst: 'head > meta[property="article:tag"]', value: "attribute(el, 'content')"}`,
  'with addresses': `
      canonical: {selectFirst: 'head > link[rel="canonical"]', value: "match(attribute(el, 'href'), ${OWN_PATH})"}
      url: {selectFirst: 'head > meta[property="og:url"]', value: "match(attribute(el, 'content'), ${OWN_PATH})"}
      card: {selectFirst: 'head > meta[name="twitter:image"]', value: "match(attribute(el, 'content'), ${OWN_PATH})"}
      german: {selectFirst: 'head > link[hreflang="de"]', value: "attribute(el, 'href')"}`,
  social: `
      card: ${meta('twitter:card')}
      cardTitle: ${meta('twitter:title')}
      cardText: ${meta('twitter:description')}
      alt: ${property('og:image:alt')}
      summary: ${property('og:description')}`,
  search: `
      title: {selectFirst: 'main h1, head > title', value: "textContent(el)"}
      content: {select: 'main > div > p', value: "words(textContent(el), 0, 6)"}
      headings: {select: 'main h2', values: "textContent(el)"}
      robots: ${meta('robots')}`,
  catalogue: `
      sku: ${meta('sku')}
      section: ${property('article:section')}
      published: {select: 'head > meta[name="publication-date"]', value: "parseTimestamp(attribute(el, 'content'), 'YYYY-MM-DD')"}
      day: {select: 'head > meta[name="publication-date"]', value: "dateValue(attribute(el, 'content'), 'YYYY-MM-DD')"}
      first: {selectFirst: 'main img', value: "attribute(el, 'alt')"}`,
  languages: `
      lang: {select: 'html', value: "attribute(el, 'lang')"}
      data: {selectFirst: 'head > script[type="application/ld+json"]', value: "attribute(el, 'type')"}
      keywords: {select: 'head > meta[name="keywords"]', values: "match(attribute(el, 'content'), '[^, ]+')"}
      published_time: ${property('article:published_time')}`
}

const indexOf = (properties: string): IndexDefinition => {
  const text = `version: 1\nindices:\n  all:\n    target: /query-index.json\n    properties:${properties}\n`
  const { definition, issues } = readDefinition(text)
  expect(issues).toEqual([])
  const [index] = definition?.indices ?? []
  if (!index) throw new Error(text)
  return index
}

const words = 'The Tern carries two hundred people and forty cars between the islands all year round.'
const content = `<h1>The Tern</h1><p><img src="/ships/media_1a.png" alt="A ferry"></p><p>${words}</p><h2>Decks</h2><h2>Engines</h2>`

const rows: readonly (readonly [string, string])[] = [
  ['Author', 'Ada'],
  ['Publication Date', '2026-05-04'],
  ['Tags', 'Ships, Ferries'],
  ['Canonical', '/ships/tern'],
  ['og:url', '/ships/tern'],
  ['Hreflang-de', 'https://www.example.org/de'],
  ['Robots', 'index'],
  ['SKU', 'T-1'],
  ['article:section', 'Fleet'],
  ['Html-Lang', 'fr'],
  ['json-ld', '{"@type": "Article"}'],
  ['Keywords', 'ferry, island'],
  ['article:published_time', '2026-05-04T10:00:00Z']
]

/** What an author has in a metadata block. */
const authored = `<body><main><div>${content}</div><div><div class="metadata">${rows
  .map(([key, value]) => `<div><div>${key}</div><div>${value}</div></div>`)
  .join('')}</div></div></main></body>`

const picture = `${host}/ships/media_1a.png?width=1200&amp;format=pjpg&amp;optimize=medium`
const summary = words

/** The same page as it is published elsewhere. */
const elsewhere = `<!DOCTYPE html><html lang="fr"><head><title>The Tern</title>
<link rel="canonical" href="${host}/ships/tern"><meta name="description" content="${summary}"><meta name="keywords" content="ferry, island">
<meta property="og:title" content="The Tern"><meta property="og:description" content="${summary}"><meta property="og:url" content="${host}/ships/tern">
<meta property="og:image" content="${picture}"><meta property="og:image:secure_url" content="${picture}"><meta property="og:image:alt" content="A ferry">
<meta property="article:tag" content="Ships"><meta property="article:tag" content="Ferries"><meta property="article:section" content="Fleet">
<meta property="article:published_time" content="2026-05-04T10:00:00Z"><meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="The Tern">
<meta name="twitter:description" content="${summary}"><meta name="twitter:image" content="${picture}"><meta name="author" content="Ada">
<meta name="publication-date" content="2026-05-04"><meta name="robots" content="index"><meta name="sku" content="T-1"><link rel="alternate" hreflang="de" href="https://www.example.org/de">
<script type="application/ld+json">{"@type": "Article"}</script></head>
<body><header></header><main><div>${content}</div></main><footer></footer></body></html>`

const headers = [['last-modified', 'Sat, 21 Nov 2026 17:00:00 GMT']] as const

const pageWith = (publicHost: string | null): SourcePage => ({
  path: '/ships/tern',
  html: new TextEncoder().encode(authored),
  name: 'tern',
  metadata: new Map(),
  host: publicHost,
  head: [],
  headers
})

/** Pictures keep their own name here, where others ask for another size of them. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'string'
      ? value.replace(/\?width=.*$/, '')
      : value

function reference(index: IndexDefinition): Record<string, unknown> {
  const properties = index.properties.map(({ name, select, first, expression, many }) => ({
    name,
    ...(first ? { selectFirst: select } : { select }),
    [many ? 'values' : 'value']: expression
  }))
  const warned: unknown[] = []
  const found = indexResource(
    '/ships/tern',
    {
      body: elsewhere,
      headers: new Headers(headers.map(([name, value]): [string, string] => [name, value]))
    },
    { properties },
    { warn: (...said: unknown[]) => warned.push(said) }
  )
  expect(warned).toEqual([])
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, plain(value)]))
}

describe('a definition as public sites have it', () => {
  for (const [name, properties] of Object.entries(definitions))
    for (const publicHost of [host, null])
      it(`U3 U8 fills every column that it fills elsewhere: ${name}, ${publicHost === null ? 'without' : 'with'} a public host`, () => {
        const index = indexOf(properties)
        const wanted = reference(index)
        for (const [column, value] of Object.entries(wanted))
          expect(value, `${column} of the reference`).not.toEqual('')
        const { rows: found, warnings } = indexPage([index], pageWith(publicHost))
        expect(warnings).toEqual([])
        expect({ ...found['all'] }).toEqual(wanted)
      })

  it('U3 no column ever tells of the host that stands for the one that nobody named', () => {
    const index = indexOf(`
      url: {selectFirst: 'head > meta[property="og:url"]', value: "match(attribute(el, 'content'), 'https:.*')"}
      shown: {select: 'head > meta[property="og:image"]', value: "attribute(el, 'content')"}`)
    const page = { ...pageWith(null), html: new TextEncoder().encode(`<main><div>${content}</div></main>`) }
    expect(indexPage([index], page).rows['all']).toEqual({ url: '', shown: '/ships/media_1a.png' })
  })
})
