import { describe, expect, it } from 'vitest'
import { BlockIds } from '../../../../src/common/formats/structured/block-names'
import { defaultsFor, readSchema } from '../../../../src/common/schema'
import {
  newDocument,
  parseDocument,
  publishedPage,
  readSchemaDocument,
  schemaAddress,
  schemaFolder,
  schemaIdFor,
  toDelivered,
  typedData,
  writeDocument,
  writeSchemaDocument
} from '../../../../src/common/formats/structured'

const publishedOf = (html: string) => publishedPage(html).html

const content = newDocument({
  title: 'Fares & times',
  schemaName: 'Ferry-Route',
  data: {
    name: 'Harbour <–> Lund',
    price: 42,
    open: false,
    note: '',
    harbour: { town: 'Lund', piers: [] },
    stops: [{ at: '07:10' }, {}, { at: '07:40' }],
    grid: [['a', ''], [], ['b']],
    ref: 'self://#harbour-x'
  }
})

describe('writing structured documents', () => {
  it('F1 blocks come as da-form, data, then children before parents; empties are left out', () => {
    expect(writeDocument(content)).toMatchInlineSnapshot(
      `"<body><header></header><main><div><div class="da-form"><div><div><h3>title</h3></div><div><p>Fares &amp; times</p></div></div><div><div><h3>x-schema-name</h3></div><div><p>Ferry-Route</p></div></div></div><div class="ferry-route"><div><div><h3>name</h3></div><div><p>Harbour &lt;–&gt; Lund</p></div></div><div><div><h3>price</h3></div><div><p>42</p></div></div><div><div><h3>open</h3></div><div><p>false</p></div></div><div><div><h3>harbour</h3></div><div><p>self://#harbour-z955i2</p></div></div><div><div><h3>stops</h3></div><div><ul><li>self://#stops-7xitqn</li><li>self://#stops-v18pqs</li></ul></div></div><div><div><h3>grid</h3></div><div><ul><li>self://#grid-97wpdq</li><li>self://#grid-44t5qw</li></ul></div></div><div><div><h3>ref</h3></div><div><p data-text>self://#harbour-x</p></div></div></div><div class="harbour harbour-z955i2"><div><div><h3>town</h3></div><div><p>Lund</p></div></div></div><div class="stops stops-7xitqn"><div><div><h3>at</h3></div><div><p>07:10</p></div></div></div><div class="stops stops-v18pqs"><div><div><h3>at</h3></div><div><p>07:40</p></div></div></div><div class="grid grid-97wpdq"><div><div><h3>@items</h3></div><div><ul><li>a</li></ul></div></div></div><div class="grid grid-44t5qw"><div><div><h3>@items</h3></div><div><ul><li>b</li></ul></div></div></div></div></main><footer></footer></body>"`
    )
  })

  it('F1 a list at the root is one row of @items', () => {
    const html = writeDocument({ ...content, data: [{ at: '07:10' }, 'x'] })
    expect(html).toMatch(
      /<div class="ferry-route"><div><div><h3>@items<\/h3><\/div><div><ul><li>self:\/\/#ferry-route-\w{6}<\/li><li>x<\/li><\/ul>/
    )
  })

  it('F1 a schema name that is no class still finds its block', () => {
    const html = writeDocument({
      ...content,
      metadata: { ...content.metadata, schemaName: 'Opening hours "A"' }
    })
    const reading = parseDocument(html)
    expect('document' in reading && reading.document.metadata.schemaName).toBe('Opening hours "A"')
    expect('document' in reading && reading.document.data).toHaveProperty('price', 42)
  })

  it('F1 two hundred thousand places of one key get as many ids, the same every time', () => {
    const idsOf = () => {
      const ids = new BlockIds(new Set())
      return Array.from({ length: 200_000 }, (_, n) => ids.idFor('Stops', `/stops/${n}`))
    }
    const first = idsOf()
    expect(new Set(first).size).toBe(first.length)
    expect(first[7]).toMatch(/^stops-[0-9a-z]{6}$/)
    expect(idsOf()).toEqual(first)
  })

  it('F1 a new block never takes the id of a block that stays', () => {
    const html = writeDocument({ ...content, data: { harbour: { town: 'Lund' } } })
    const id = /class="harbour (harbour-\w+)"/.exec(html)?.[1] ?? ''
    const orphan = `<div class="other ${id.toUpperCase()}"><div><div>town</div><div>Holm</div></div></div>`
    const page = writeDocument({ ...content, data: {} }).replace('</div></main>', `${orphan}</div></main>`)
    const reading = parseDocument(page)
    if (!('document' in reading)) throw new Error('not read')
    const written = writeDocument(
      { ...content, data: { harbour: { town: 'Lund' } } },
      { from: reading.document }
    )
    const again = parseDocument(written)
    expect('document' in again && again.document.data).toEqual({ harbour: { town: 'Lund' } })
    expect(written).toContain(orphan)
  })

  it('F3 the published heading carries the key as id, once, and the pointer of its value', () => {
    const html = publishedOf(writeDocument(content))
    expect(html).toContain('<h3 id="price" data-pointer="/price">price</h3>')
    expect(html.match(/id="at"/g)).toHaveLength(1)
    expect(html).toContain('data-pointer="/stops/1/at"')
    expect(html).toContain('<h3>x-schema-name</h3>')
    expect(publishedOf('<main><div><h1>Page</h1></div></main>')).toBe('<main><div><h1>Page</h1></div></main>')
  })

  it('F3 also where keys stand in paragraphs, without wrapper, or have an id', () => {
    const published = (cell: string) =>
      publishedOf(writeDocument({ ...content, data: { price: 42 } }).replace('<h3>price</h3>', cell))
    expect(published('<p>price</p>')).toContain('<p id="price" data-pointer="/price">price</p>')
    expect(published('price')).toContain('<div id="price" data-pointer="/price">price</div>')
    expect(published('<h3 id="mine">price</h3>')).toContain('<h3 data-pointer="/price" id="mine">price</h3>')
  })

  it('F5 delivery is typed, pruned, and in the schema’s order; the envelope carries the metadata', () => {
    const { schema } = readSchema({
      type: 'object',
      properties: { open: { type: 'boolean' }, price: { type: 'string' }, name: { type: 'string' } }
    })
    const reading = parseDocument(writeDocument(content))
    if (!('document' in reading)) throw new Error('not read')
    const { metadata, data } = toDelivered(reading.document, schema)
    expect(metadata).toEqual({ schemaName: 'Ferry-Route', title: 'Fares & times' })
    expect(JSON.stringify(data)).toBe(
      '{"open":false,"price":"42","name":"Harbour <–> Lund","harbour":{"town":"Lund"},' +
        '"stops":[{"at":"07:10"},{"at":"07:40"}],"grid":[["a"],["b"]],"ref":"self://#harbour-x"}'
    )
    expect(toDelivered(reading.document, null).data).toHaveProperty('price', 42)
    expect(toDelivered({ ...reading.document, data: {} }, schema).data).toEqual({})
  })

  it('F1 a new document with defaults is stored and read back', () => {
    const { schema } = readSchema({
      type: 'object',
      properties: { title: { type: 'string', default: 'Untitled' }, count: { type: 'integer', default: 3 } }
    })
    if (!schema) throw new Error('no schema')
    const html = writeDocument(newDocument({ title: 'x', schemaName: 's', data: defaultsFor(schema) }))
    const reading = parseDocument(html)
    expect('document' in reading && typedData(schema, reading.document.data)).toEqual({
      title: 'Untitled',
      count: 3
    })
  })
})

describe('stored schemas', () => {
  const text = '{\n  "type": "object",\n  "title": "A <b> & \\"c\\"",\n  "properties": {}\n}'
  it('F2 the text of a schema comes back exactly', () =>
    expect(readSchemaDocument(writeSchemaDocument(text))).toBe(text))

  it('F2 a schema that the real product stored unescaped is read', () => {
    const html = `<body><header></header><main><div><pre><code>${text}</code></pre></div></main><footer></footer></body>`
    expect(readSchemaDocument(html)).toBe(text)
  })

  it('F2 a malformed schema opens as raw text, a page without code as none', () => {
    expect(readSchemaDocument('<pre><code>{"type": </code></pre>')).toBe('{"type": ')
    expect(readSchemaDocument('<p>no</p>')).toBeNull()
  })

  it('N4 schemas lie in the service folder of their site', () => {
    const place = { org: 'northwind', site: 'harbour', service: '.galley' }
    expect(schemaFolder(place)).toBe('/northwind/harbour/.galley/forms/schemas')
    expect(schemaAddress({ ...place, service: 'da', id: 'vessel' })).toBe(
      '/northwind/harbour/.da/forms/schemas/vessel.html'
    )
    expect(schemaIdFor(' Opening  Hours (2026) ')).toBe('opening-hours-2026')
    expect(schemaIdFor('Größe: Übersicht é')).toBe('grosse-ubersicht-e')
  })
})
