import { describe, expect, it } from 'vitest'
import { describeJson, diffJson, summariseJson } from '../../../../src/common/compare'
import { readSchema, type JsonValue } from '../../../../src/common/schema'

const compared = (before: JsonValue, after: JsonValue) => ({ before, after, diff: diffJson(before, after) })
const { schema } = readSchema({
  type: 'object',
  properties: {
    price: { type: 'number', title: 'Price' },
    crew: {
      type: 'array',
      title: 'Crew',
      items: { type: 'object', properties: { rank: { type: 'string', title: 'Rank' } } }
    }
  }
})

describe('one line for the timeline', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['price 12 → 15, 2 tags added', { price: 12, tags: ['a'] }, { price: 15, tags: ['a', 'b', 'c'] }],
    ['1 tag removed', { tags: ['a', 'b'] }, { tags: ['a'] }],
    ['1 category added', { categories: ['a'] }, { categories: ['a', 'b'] }],
    ['1 item in crew moved', { crew: ['a', 'b', 'c'] }, { crew: ['c', 'a', 'b'] }],
    ['text changed', { text: 'x'.repeat(99) }, { text: 'y'.repeat(99) }],
    ['open no → yes', { open: false }, { open: true }],
    ['note empty → hello', { note: '' }, { note: 'hello' }],
    ['more added, rest removed', { rest: 1 }, { more: 1 }],
    [
      'a 1 → 2, b 1 → 2, c 1 → 2 and 2 more changes',
      { a: 1, b: 1, c: 1, d: 1, e: 1 },
      { a: 2, b: 2, c: 2, d: 2, e: 2 }
    ],
    ['the whole 1 → 2', 1, 2],
    ['2 items added', [], [1, 2]],
    ['', { a: 1 }, { a: 1 }]
  ])('D8 %s', (line, before, after) => {
    const parts = summariseJson(compared(before, after)).split(', ').sort()
    expect(parts).toEqual(line.split(', ').sort())
  })

  it('D8 speaks in the titles of the schema', () => {
    expect(summariseJson(compared({ price: 1 }, { price: 2 }), schema)).toBe('Price 1 → 2')
  })
})

it('D8 a list of changes names what each is in, and calls items by their name', () => {
  const before = { crew: [{ name: 'Ada', rank: 'mate' }, { rank: 'boy' }, { name: 'Bo', rank: 'cook' }] }
  const after = { crew: [{ name: 'Bo', rank: 'cook' }, { name: 'Ada', rank: 'captain' }, { rank: 'boy' }] }
  expect(
    describeJson(compared(before, after), schema).map(({ path, label, text }) => [...path, label, text])
  ).toEqual([
    ['Crew', 'Ada', 'Rank', 'mate → captain'],
    ['Crew', 'Bo', 'moved from 3 to 1']
  ])
})
