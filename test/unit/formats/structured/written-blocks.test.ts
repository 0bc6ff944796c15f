import { fc } from '../../../support/properties'
import { describe, expect, it, vi } from 'vitest'
import { objectOf, readSchema, type JsonValue } from '../../../../src/common/schema'
import {
  newDocument,
  parseDocument,
  typedData,
  writeDocument,
  WrittenBlocks
} from '../../../../src/common/formats/structured'
import { seed } from '../../schema/seed'
import { sample } from './arbitraries'

const metadata = newDocument({ title: 'Ferry', schemaName: 'ferry', data: {} }).metadata

function parsed(html: string) {
  const reading = parseDocument(html)
  if (!('document' in reading)) throw new Error(reading.refusal)
  return reading.document
}

/** One change somewhere, as a form makes it: what it does not touch is the very same. */
function changed(value: JsonValue, [pick = 0, ...rest]: readonly number[]): JsonValue {
  if (Array.isArray(value)) {
    const at = pick % (value.length + 1)
    const item: JsonValue | undefined = value[at]
    if (item === undefined) return value.slice(1)
    if (pick % 5 === 0) return [...value.slice(0, at), item, ...value.slice(at)]
    if (pick % 5 === 1) return [item, ...value.filter((_, index) => index !== at)]
    return value.map((one: JsonValue, index) => (index === at ? changed(one, rest) : one))
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    const at = pick % Math.max(1, entries.length)
    return objectOf(entries.map(([key, item], index) => [key, index === at ? changed(item, rest) : item]))
  }
  return pick % 3 === 0 ? '' : `${String(value)} ${pick}`
}

describe('a document that is written again and again', () => {
  it('F1 is what it would be if it were written once, whatever is changed in it', () => {
    const edits = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 5 }), { maxLength: 6 })
    fc.assert(
      fc.property(sample, edits, fc.boolean(), ({ schema: written, data }, steps, withSchema) => {
        const { schema } = readSchema(written)
        if (!schema) throw new Error('no schema')
        const from = parsed(writeDocument({ metadata, data }, { schema }))
        const options = { from, schema: withSchema ? schema : null }
        const known = new WrittenBlocks()
        let now = typedData(schema, from.data)
        for (const step of [[], ...steps]) {
          now = step.length > 0 ? changed(now, step) : now
          const again = writeDocument({ metadata, data: now }, { ...options, known })
          expect(again).toBe(writeDocument({ metadata, data: now }, options))
        }
      }),
      { numRuns: 1500, seed: seed('written-blocks') }
    )
  })

  it('W2 costs the item that changed, and not the list', () => {
    const items = Array.from({ length: 1000 }, (_, n) => ({ name: `name ${n}`, at: { town: 'Lund', n } }))
    const { schema } = readSchema({
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'object' } } }
    })
    const known = new WrittenBlocks()
    const keep = vi.spyOn(known, 'keep')
    const from = parsed(writeDocument({ metadata, data: { items } }))
    const written = (data: JsonValue) => writeDocument({ metadata, data }, { from, schema, known })
    written({ items })
    expect(keep.mock.calls.length).toBeGreaterThanOrEqual(2000)
    keep.mockClear()
    const next = items.map((item, n) => (n === 500 ? { ...item, name: 'another' } : item))
    expect(written({ items: next })).toContain('another')
    expect(keep).toHaveBeenCalledTimes(1)
  })
})
