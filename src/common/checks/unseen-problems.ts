import type { Element } from '../html'
import { unseenIn, unseenWords } from '../publishing/unseen'
import type { Problem } from './problem'

/**
 * What stands in a page and reaches no reader (U6), as warnings at its places.
 * @param roots of the page, with places
 */
export function unseenProblems(html: string, roots: readonly Element[]): Problem[] {
  const unseen = unseenIn(html, roots)
  if (unseen.length === 0) return []
  const lines = lineStarts(html)
  return unseen.map((one) => {
    const end = placeIn(lines, Math.max(one.end, one.start + 1))
    return {
      severity: 'warning',
      message: unseenWords(one),
      ...placeIn(lines, one.start),
      endLine: end.line,
      endColumn: end.column,
      unseen: true
    }
  })
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The last line that begins at the offset or before it. */
function placeIn(starts: readonly number[], offset: number): Pick<Problem, 'line' | 'column'> {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
