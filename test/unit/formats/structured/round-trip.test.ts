import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { objectOf, prune, readSchema, type JsonValue } from '../../../../src/common/schema'
import {
  newDocument,
  orderedData,
  parseDocument,
  toDelivered,
  typedData,
  writeDocument,
  type StructuredDocument
} from '../../../../src/common/formats/structured'
import { seed } from '../../schema/seed'
import { sample } from './arbitraries'

function parsed(html: string): StructuredDocument {
  const reading = parseDocument(html)
  if (!('document' in reading)) throw new Error(reading.refusal)
  return reading.document
}

function schemaOf(value: JsonValue) {
  const { schema } = readSchema(value)
  if (!schema) throw new Error('no schema')
  return schema
}

/** What a store of HTML can keep of a text: no spaces around it, no NUL, no half characters. */
function keepable(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replaceAll('\0', '').trim()
  if (Array.isArray(value)) return value.map(keepable)
  if (typeof value === 'object' && value !== null)
    return objectOf(Object.entries(value).map(([key, item]) => [key, keepable(item)]))
  return value
}

const document = (data: JsonValue, schemaName = 'ferry') => newDocument({ title: 'Ferry', schemaName, data })
const runs = { numRuns: 2500, seed: seed('round-trip') }

describe('the stored form, both ways', () => {
  it('F1 what is written is read again, whatever the schema and the data', () => {
    fc.assert(
      fc.property(sample, ({ schema: written, data }) => {
        const schema = schemaOf(written)
        const html = writeDocument(document(data), { schema })
        const again = typedData(schema, parsed(html).data)
        const empty = written['type'] === 'array' ? [] : {}
        expect(again).toEqual(prune(keepable(data)) ?? empty)
        expect(parsed(html).problems).toEqual([])
      }),
      runs
    )
  })

  it('F1 two saves of the same data are the same bytes, whatever the order of typing', () => {
    fc.assert(
      fc.property(sample, ({ schema: written, data }) => {
        const schema = schemaOf(written)
        const html = writeDocument(document(data), { schema })
        expect(writeDocument(document(reversed(data)), { schema })).toBe(html)
        expect(writeDocument(document(typedData(schema, parsed(html).data)), { schema })).toBe(html)
      }),
      runs
    )
  })

  it('F1 a document that was read and not touched is written as it was', () => {
    fc.assert(
      fc.property(sample, fc.constantFrom('\n  ', ' ', ''), ({ schema: written, data }, space) => {
        const schema = schemaOf(written)
        const html = writeDocument(document(data), { schema }).replaceAll(/(?=<(?:div|ul|li|h3)\b)/g, space)
        const from = parsed(html)
        const content = { metadata: from.metadata, data: typedData(schema, from.data) }
        expect(writeDocument(content, { from, schema })).toBe(html)
        expect(writeDocument(content, { from })).toBe(html)
      }),
      runs
    )
  })

  it('F5 what is delivered is the pruned data, typed by the schema', () => {
    fc.assert(
      fc.property(sample, ({ schema: written, data }) => {
        const schema = schemaOf(written)
        const delivered = toDelivered(parsed(writeDocument(document(data), { schema })), schema)
        const empty = written['type'] === 'array' ? [] : {}
        expect(delivered.data).toEqual(prune(keepable(data)) ?? empty)
        expect(JSON.stringify(delivered.data)).toBe(JSON.stringify(orderedData(schema, delivered.data)))
        expect(delivered.metadata).toEqual({ schemaName: 'ferry', title: 'Ferry' })
      }),
      runs
    )
  })

  it('F1 any text at all can be read without a fault', () => {
    const piece = fc.constantFrom(
      '<main>',
      '</main>',
      '<div>',
      '</div>',
      '<div class="da-form">',
      '<div class="ferry">',
      '<div class="a a-1">',
      '<h3>x-schema-name</h3>',
      '<p>ferry</p>',
      '<h3>crew</h3>',
      '<p>self://#a-1</p>',
      '<ul><li>',
      '</ul>',
      'text',
      '<table>',
      '<b><p>',
      '<!--',
      '-->',
      '<template>',
      '<svg>'
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = `<body><main><div><div class="da-form"><div><div>x-schema-name</div><div>ferry</div></div></div>${pieces.join('')}`
        const from = parsed(html)
        expect(writeDocument(from, { from })).toBe(html)
        const changed = { ...from, data: { name: 'Kittiwake' } }
        expect(parsed(writeDocument(changed, { from })).data).toEqual({ name: 'Kittiwake' })
      }),
      runs
    )
  })
})

/** The same data with every object's members the other way round. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value === 'object' && value !== null)
    return objectOf(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, reversed(item)])
    )
  return value
}
