import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { childPointer, locate, valueAt, type JsonValue, type Pointer } from '../../../src/common/schema'
import { seed } from './seed'

function pointersOf(value: JsonValue, pointer: Pointer = ''): Pointer[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const below = Object.entries(value).flatMap(([key, item]) => pointersOf(item, childPointer(pointer, key)))
  return [pointer, ...below]
}

describe('places in a JSON text', () => {
  it('F2 an issue is found where it is written, key and value', () => {
    const text = '{ "type": "object",\n  "properties": { "a/b": { "type": ["x", 7] } } }'
    const found = locate(text, ['/properties/a~1b/type/1', '/properties/a~1b', '/properties/none/type'])
    const at = (pointer: Pointer) => found.get(pointer)
    const one = at('/properties/a~1b/type/1')
    expect(one && text.slice(one.start, one.end)).toBe('7')
    const key = at('/properties/a~1b')?.key
    expect(key && text.slice(key.start, key.end)).toBe('"a/b"')
    const near = at('/properties/none/type')
    expect(near && text.slice(near.start, near.end)).toBe('{ "a/b": { "type": ["x", 7] } }')
  })

  it('F2 every place of any JSON text is found, however it is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (made, space) => {
        const text = JSON.stringify(made, null, space)
        const value: JsonValue = JSON.parse(text)
        for (const [pointer, { start, end }] of locate(text, pointersOf(value)))
          expect(JSON.parse(text.slice(start, end))).toEqual(valueAt(value, pointer))
      }),
      { numRuns: 2000, seed: seed('locate') }
    )
  })
})
