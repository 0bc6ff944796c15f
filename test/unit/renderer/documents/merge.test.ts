// @vitest-environment node
import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { mergedText } from '../../../../src/renderer/src/documents/merge'

const mergeTexts = (base: string, local: string, remote: string) => mergedText('txt', { base, local, remote })

describe('merging', () => {
  it('S3 changes in different lines are both kept', async () => {
    expect(await mergeTexts('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD')).toBe('A\nb\nc\nD')
    expect(await mergeTexts('a\nb\nc', 'a\nb\nc\nmine', 'theirs\na\nb\nc')).toBe('theirs\na\nb\nc\nmine')
  })

  it('S3 changes in the same line are left to the person', async () => {
    expect(await mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')).toBe(null)
  })

  it('S3 the same change by both is no conflict', async () => {
    expect(await mergeTexts('a\nb\nc', 'a\nx\nc', 'a\nx\nc')).toBe('a\nx\nc')
  })

  it('S3 a side that did not change never holds the other one back, and order does not matter', async () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((parts) => parts.join('\n'))
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (base, mine, theirs) => {
        expect(await mergeTexts(base, base, theirs)).toBe(theirs)
        expect(await mergeTexts(base, mine, base)).toBe(mine)
        expect(await mergeTexts(base, mine, theirs)).toBe(await mergeTexts(base, theirs, mine))
      })
    )
  })

  it('S3 a long document is merged while someone types in it', async () => {
    const base = Array.from({ length: 60_000 }, (_, index) => `line ${index}`)
    const mine = base.map((line, index) => (index === 10 ? 'mine' : line))
    const theirs = base.map((line, index) => (index === 300 ? 'theirs' : line))
    const text = await mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'))
    const merged = text?.split('\n')
    expect(merged?.[10]).toBe('mine')
    expect(merged?.[300]).toBe('theirs')
    expect(merged?.length).toBe(60_000)
  })
})
