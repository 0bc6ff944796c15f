import { expect, it } from 'vitest'
import { bounds } from '../../../../src/common/bounds'
import { readableJson } from '../../../../src/renderer/src/features/publishing/readable-json'

const { characters } = bounds.textShown

it('X5 delivered JSON is shown one member a line; other text as it is', () => {
  expect(readableJson('{"a":[1]}')).toEqual({ text: '{\n  "a": [\n    1\n  ]\n}', note: null })
  expect(readableJson('no json')).toEqual({ text: 'no json', note: null })
  expect(readableJson('['.repeat(10_000) + ']'.repeat(10_000)).note).toBeNull()
})

it('X5 of a text that no window can lay out the beginning is shown, and how long it is', () => {
  const { text, note } = readableJson('x'.repeat(characters + 1))
  expect(text).toHaveLength(characters)
  expect(note).toContain('The first 1,000,000 of 1,000,001 characters')
})

it('X5 JSON that would be too long one value a line is shown as it is', () => {
  const dense = JSON.stringify(Array.from({ length: 300_000 }, () => 1))
  expect(readableJson(dense)).toMatchObject({ text: dense, note: expect.stringContaining('as they are') })
})
