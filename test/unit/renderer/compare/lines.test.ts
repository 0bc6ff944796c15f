import { describe, expect, it } from 'vitest'
import {
  changeAt,
  lastBefore,
  puttingBack,
  wordsOf,
  type LineChange
} from '../../../../src/renderer/src/engines/diff-views/lines'

const change = (from: number, to: number, start: number, end: number): LineChange => ({
  originalStartLineNumber: from,
  originalEndLineNumber: to,
  modifiedStartLineNumber: start,
  modifiedEndLineNumber: end
})
const before = 'a\nb\nc\nd\ne\nf\n'
const after = 'a\nB\nc\ne\nnew\nf\n'
const [changed, deleted, added] = [change(2, 2, 2, 2), change(4, 4, 3, 0), change(5, 0, 5, 5)]

describe('the lines of one change', () => {
  it('D5 are put back alone: changed, taken out and added ones', () => {
    expect(puttingBack(before, after, changed)(after)).toBe('a\nb\nc\ne\nnew\nf\n')
    expect(puttingBack(before, after, deleted)(after)).toBe('a\nB\nc\nd\ne\nnew\nf\n')
    expect(puttingBack(before, after, added)(after)).toBe('a\nB\nc\ne\nf\n')
    expect(puttingBack('x', 'new\nx', change(0, 0, 1, 1))('new\nx')).toBe('x')
    expect(puttingBack('old\nx', 'x', change(1, 1, 0, 0))('x')).toBe('old\nx')
  })

  it('D5 are put back into what was typed elsewhere meanwhile, and nowhere when they were changed themselves', () => {
    const typed = `${after}more\n`
    expect(puttingBack(before, after, changed)(typed)).toBe('a\nb\nc\ne\nnew\nf\nmore\n')
    expect(puttingBack(before, after, changed)(after.replace('B', 'BB'))).toBeNull()
    expect(puttingBack(before.replaceAll('\n', '\r\n'), after, changed)(after)).toBe('a\nb\nc\ne\nnew\nf\n')
  })

  it('D5 are named, and found at the cursor', () => {
    expect([changed, deleted, added, change(1, 1, 3, 5)].map(wordsOf)).toEqual([
      'Line 2',
      'Line 4 of before',
      'Line 5',
      'Lines 3 to 5'
    ])
    const all = [changed, deleted, added]
    expect([1, 2, 3, 4, 5, 6].map((line) => changeAt(all, line))).toEqual([null, 0, 1, 1, 2, null])
    expect([1, 3, 6].map((line) => lastBefore(all, line))).toEqual([-1, 0, 2])
  })
})
