import type { Element } from '../html'
import { unseenIn, unseenWords } from '../publishing/unseen'
import { lineStarts, placeIn } from './lines'
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
