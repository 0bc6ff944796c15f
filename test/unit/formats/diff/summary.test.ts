import { fc } from '../../../support/properties'
import { expect, it } from 'vitest'
import { applyText, diffText, invertText, summariseChange } from '../../../../src/common/compare'
import { seed } from '../../schema/seed'

it.each<['page' | 'json' | 'text', string, string, string]>([
  ['json', '{"price":12}', '{"price":15}', 'price 12 → 15'],
  [
    'json',
    '{":type":"sheet",":sheetname":"s","total":1,"data":[{"key":"a","v":"1"}]}',
    '{":type":"sheet",":sheetname":"s","total":1,"data":[{"key":"a","v":"2"}]}',
    'v 1 → 2 in s'
  ],
  ['json', '{"a":1}', '{ "a": 1 }', 'only the source’s form changed'],
  ['json', '{"a":1}\n', '{"a":\n', '1 line changed'],
  ['page', '<main><div><p>one</p></div></main>', '<main><div><p>one two</p></div></main>', '1 word added'],
  ['text', 'a\nb\n', 'a\nc\n', '1 line changed'],
  ['text', 'same', 'same', '']
])('D8 a change of %s: %s to %s', (kind, before, after, line) => {
  expect(summariseChange(kind, before, after)).toBe(line)
})

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r\n', 'word ', '😀', 'é'), { maxLength: 30 })
  .map((parts) => parts.join(''))

it('D1 edits of a text, applied, give the other text; turned round, they lead back; a text has none to itself', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const diff = diffText(a, b)
      expect(applyText(a, diff)).toBe(b)
      expect(applyText(b, invertText(diff))).toBe(a)
      expect(diffText(a, a)).toEqual([])
    }),
    { numRuns: 2000, seed: seed('text') }
  )
})
