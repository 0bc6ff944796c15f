import { describe, expect, it } from 'vitest'
import { readSchema } from '../../../../src/common/schema'
import {
  parseDocument,
  typedData,
  writeDocument,
  type StructuredDocument
} from '../../../../src/common/formats/structured'

const read = (html: string): StructuredDocument => {
  const reading = parseDocument(html)
  if (!('document' in reading)) throw new Error(reading.refusal)
  return reading.document
}
const page = (blocks: string) =>
  `<body><header></header><main><div>${blocks}</div></main><footer></footer></body>`
const row = (key: string, value: string, tag = 'h3') =>
  `<div><div><${tag}>${key}</${tag}></div><div>${value}</div></div>`
const form = `<div class="da-form">${row('title', '<p>Tern</p>')}${row('x-schema-name', '<p>Vessel</p>')}</div>`
const vessel = (rows: string, rest = '') => page(`${form}<div class="vessel">${rows}</div>${rest}`)

/** As the real product writes it: random ids, compact. */
const product = vessel(
  row('name', '<p>Tern</p>') +
    row('decks', '<p>2</p>') +
    row('code', '<p>007</p>') +
    row('open', '<p>false</p>') +
    row('home', '<p>self://#home-k3x9qa</p>') +
    row('tags', '<ul><li>day</li><li>42</li></ul>') +
    row('crew', '<ul><li>self://#crew-aa11bb</li><li>self://#crew-cc22dd</li></ul>') +
    row('grid', '<ul><li>self://#grid-000001</li><li>self://#grid-000002</li></ul>'),
  `<div class="home home-k3x9qa">${row('town', '<p>Lund</p>')}</div>` +
    `<div class="crew crew-aa11bb">${row('role', '<p>master</p>')}</div>` +
    `<div class="crew crew-cc22dd">${row('role', '<p>mate</p>')}</div>` +
    `<div class="grid grid-000001">${row('@items', '<ul><li>1</li><li>2</li></ul>')}</div>` +
    `<div class="grid grid-000002">${row('@items', '<ul><li>3</li></ul>')}</div>`
)
const productData = {
  name: 'Tern',
  decks: 2,
  code: '007',
  open: false,
  home: { town: 'Lund' },
  tags: ['day', 42],
  crew: [{ role: 'master' }, { role: 'mate' }],
  grid: [[1, 2], [3]]
}

describe('reading stored documents', () => {
  it('F1 a document of the real product is read', () => {
    const document = read(product)
    expect(document.metadata).toEqual({ title: 'Tern', schemaName: 'Vessel', more: [] })
    expect(document.data).toEqual(productData)
    expect(document.problems).toEqual([])
  })

  it('F1 it is written as it was until something changes, then with ids from the places', () => {
    const from = read(product)
    expect(writeDocument(from, { from })).toBe(product)
    const changed = writeDocument({ ...from, data: { ...productData, name: 'Arctic Tern' } }, { from })
    expect(changed).not.toContain('k3x9qa')
    expect(read(changed).data).toEqual({ ...productData, name: 'Arctic Tern' })
    const again = read(changed)
    expect(writeDocument({ ...again, data: productData }, { from: again })).toBe(
      writeDocument({ ...from, data: { ...productData, decks: 2 } }, {})
    )
  })

  it.each([
    ['pretty printing', product.replaceAll(/(?=<\/?(?:div|ul|li|h3|p)\b)/g, '\n    ')],
    ['keys in paragraphs', product.replaceAll('h3>', 'p>')],
    ['bare keys and values', product.replaceAll(/<\/?(?:h3|p)>/g, '')],
    ['ordered lists', product.replaceAll('ul>', 'ol>')],
    ['upper-case references', product.replaceAll('self://#crew-aa11bb', 'self://#CREW/AA11BB')],
    [
      'no body, header and footer',
      product.replace(/^<body><header><\/header>/, '').replace(/<footer>.*$/, '')
    ]
  ])('F1 it is read with %s', (_, html) => {
    expect(read(html).data).toEqual(productData)
    expect(writeDocument(read(html), { from: read(html) })).toBe(html)
  })

  it('F1 text becomes what the schema says, and only where it can', () => {
    const { schema } = readSchema({
      type: 'object',
      properties: {
        code: { type: 'number' },
        decks: { type: 'string' },
        open: { type: 'string' },
        name: { type: 'boolean' },
        home: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' } }
      }
    })
    const typed = typedData(schema, read(product).data)
    expect(typed).toEqual({ ...productData, code: 7, decks: '2', open: 'false', tags: ['day', '42'] })
    expect(Object.keys(typed as object).slice(0, 4)).toEqual(['code', 'decks', 'open', 'name'])
  })

  it('F1 a number keeps the spelling that it was stored with while it stays the same', () => {
    const { schema } = readSchema({
      type: 'object',
      properties: { code: { type: 'number' }, name: { type: 'string' } }
    })
    const from = read(product)
    const data = { ...(typedData(schema, from.data) as object), name: 'Other' }
    expect(writeDocument({ ...from, data }, { from, schema })).toContain('<p>007</p>')
    expect(writeDocument({ ...from, data: { ...data, code: 8 } }, { from, schema })).toContain('<p>8</p>')
  })

  it('F1 markup inside a value, unknown rows and the rest of the page stay when something else changes', () => {
    const html = `<body><header><p>Site</p></header><main><div class="intro"><p>Before</p></div><div>${form}<div class="note">stay</div>
      <div class="vessel">${row('about', '<p>A <strong>fast</strong> boat</p>')}${row('photo', '<picture><img src=" ./media_1.png " alt=""></picture>')}${row('name', '<p>Tern</p>')}</div>
      <div class="crew crew-orphan">${row('role', '<p>mate</p>')}</div></div></main><footer>©</footer><div class="da-metadata"></div></body>`
    const from = read(html)
    expect(from.data).toEqual({ about: 'A fast boat', photo: './media_1.png', name: 'Tern' })
    const data = { about: 'A fast boat', photo: './media_1.png', name: 'Auk' }
    const written = writeDocument({ ...from, data }, { from })
    for (const part of [
      '<header><p>Site</p></header>',
      '<p>Before</p>',
      '<div class="note">stay</div>',
      '<strong>fast</strong>',
      '<picture><img src=" ./media_1.png "',
      'crew-orphan',
      '<footer>©</footer>',
      'da-metadata',
      '<p>Auk</p>'
    ])
      expect(written).toContain(part)
    expect(read(written).data).toEqual(data)
    expect(writeDocument({ ...from, data: { ...data, about: 'A slow boat' } }, { from })).toContain(
      '<p>A slow boat</p>'
    )
  })

  it('F1 further rows of the da-form block are kept', () => {
    const html = product.replace(
      '<div class="da-form">',
      `<div class="da-form">${row('owner', '<p>Mara &amp; Jon</p>')}`
    )
    const from = read(html)
    expect(from.metadata.more).toEqual([['owner', 'Mara & Jon']])
    expect(read(writeDocument({ ...from, data: {} }, { from })).metadata).toEqual(from.metadata)
  })

  it('F1 what is missing, doubled or circular is told, and the rest is read', () => {
    const document = read(
      vessel(
        row('home', '<p>self://#home-gone</p>') +
          row('name', '<p>A</p>') +
          row('name', '<p>B</p>') +
          row('crew', '<ul><li>self://#crew-1</li></ul>'),
        `<div class="crew crew-1">${row('mate', '<p>self://#crew-1</p>')}${row('role', '<p>x</p>')}</div>`
      )
    )
    expect(document.data).toEqual({
      home: 'self://#home-gone',
      name: 'B',
      crew: [{ mate: 'self://#crew-1', role: 'x' }]
    })
    expect(document.problems.map(({ reason, pointer }) => [reason, pointer])).toEqual([
      ['duplicate-key', '/name'],
      ['missing-block', '/home'],
      ['circular-block', '/crew/0/mate']
    ])
    const { schema } = readSchema({
      type: 'object',
      properties: { home: { type: 'object', properties: {} } }
    })
    expect(typedData(schema, document.data)).not.toHaveProperty('home')
  })

  it('F1 blocks that refer to blocks again and again are refused, and reading them ends', () => {
    const level = (n: number) =>
      `<div class="a a-${n}">${row('x', `<p>self://#a-${n + 1}</p>`)}${row('y', `<p>self://#a-${n + 1}</p>`)}</div>`
    const html = vessel(
      row('a', '<p>self://#a-0</p>'),
      Array.from({ length: 60 }, (_, n) => level(n)).join('')
    )
    expect(parseDocument(html)).toEqual({ refusal: 'too-large' })
  })

  it('F1 keys like __proto__ and constructor are members like others', () => {
    const document = read(vessel(row('__proto__', '<p>x</p>') + row('constructor', '<p>y</p>')))
    expect(Object.entries(document.data as object)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y']
    ])
    expect(read(writeDocument({ ...document, data: document.data }, {})).data).toEqual(document.data)
  })

  it.each([
    ['', 'empty'],
    [page(''), 'empty'],
    ['<body><header></header><main><div></div></main><footer></footer></body>', 'empty'],
    [page('<p>A page</p>'), 'not-structured'],
    [page('<div class="da-form"></div>'), 'not-structured'],
    [page(`<div class="da-form">${row('title', '<p>x</p>')}</div>`), 'not-structured']
  ])('F1 %j is refused as %s', (html, refusal) => expect(parseDocument(html)).toEqual({ refusal }))
})
