// @vitest-environment node
import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from '../../../../src/renderer/src/documents/merge'

describe('merging', () => {
  it('S3 changes in different lines are both kept', () => {
    expect(mergeTexts('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD')).toBe('A\nb\nc\nD')
    expect(mergeTexts('a\nb\nc', 'a\nb\nc\nmine', 'theirs\na\nb\nc')).toBe('theirs\na\nb\nc\nmine')
  })

  it('S3 changes in the same line are left to the person', () => {
    expect(mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')).toBe(null)
  })

  it('S3 the same change by both is no conflict', () => {
    expect(mergeTexts('a\nb\nc', 'a\nx\nc', 'a\nx\nc')).toBe('a\nx\nc')
  })

  it('S3 a side that did not change never holds the other one back, and order does not matter', () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        expect(mergeTexts(base, base, theirs)).toBe(theirs)
        expect(mergeTexts(base, mine, base)).toBe(mine)
        expect(mergeTexts(base, mine, theirs)).toBe(mergeTexts(base, theirs, mine))
      })
    )
  })

  it('S3 a long document is merged while someone types in it', () => {
    const base = Array.from({ length: 60_000 }, (_, index) => `line ${index}`)
    const mine = base.map((line, index) => (index === 10 ? 'mine' : line))
    const theirs = base.map((line, index) => (index === 300 ? 'theirs' : line))
    const merged = mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'))?.split('\n')
    expect(merged?.[10]).toBe('mine')
    expect(merged?.[300]).toBe('theirs')
    expect(merged?.length).toBe(60_000)
  })
})
