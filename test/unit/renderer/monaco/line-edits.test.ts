// @vitest-environment node
import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { lineEdits, type LineEdit } from '../../../../src/renderer/src/engines/monaco/line-edits'

/** As an editor does: all ranges are those of the text before, none overlap. */
function applied(text: string, edits: readonly LineEdit[]): string {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const offset = (line: number, column: number) => (starts[line - 1] ?? Number.NaN) + column - 1
  let result = text
  let before = Infinity
  for (const { range, text: put } of [...edits].reverse()) {
    const start = offset(range.startLineNumber, range.startColumn)
    const end = offset(range.endLineNumber, range.endColumn)
    expect(end).toBeLessThanOrEqual(before)
    before = start
    result = result.slice(0, start) + put + result.slice(end)
  }
  return result
}

describe('edits by lines', () => {
  it('W2 turn any text into any other', () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'long line', ''), { maxLength: 10 })
      .map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applied(before, lineEdits(before, after))).toBe(after)
      }),
      { numRuns: 1_000 }
    )
  })

  it('W2 leave lines alone that do not differ, so that the cursor in them stays', () => {
    const [edit, ...rest] = lineEdits('a\nb\nc', 'a\nB\nc')
    expect(rest).toEqual([])
    expect(edit).toEqual({
      range: { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 2 },
      text: 'B'
    })
  })
})
