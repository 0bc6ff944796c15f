import { commonSequence } from '../core/sequence'
import { stopOf, type StopOptions } from '../core/stop'
import { wordsOf } from './words-of-text'
import type { TextDiff, TextEdit } from './diff'

/**
 * Word by word: for a value that is shown in one piece. Blanks alone between changed words are no common
 * ground.
 */
export function diffWords(before: string, after: string, options?: StopOptions): TextDiff {
  if (before === after) return []
  const known = new Map<string, number>()
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const numbered = (words: readonly string[]) =>
    words.map((word) => {
      const number = known.get(word) ?? known.size
      known.set(word, number)
      return number
    })
  const partners = commonSequence(numbered(a), numbered(b), stopOf(options))
  const edits: TextEdit[] = []
  let [i, j, atBefore, atAfter] = [0, 0, 0, 0]
  for (let at = 0; at <= a.length; at += 1) {
    const other = at === a.length ? b.length : (partners[at] ?? -1)
    if (other < 0) continue
    if (at < a.length && isLonely(a, b, partners, at, other)) continue
    const removed = a.slice(i, at).join('')
    const added = b.slice(j, other).join('')
    if (removed !== '' || added !== '') edits.push({ before: atBefore, after: atAfter, removed, added })
    const kept = a[at]?.length ?? 0
    atBefore += removed.length + kept
    atAfter += added.length + kept
    ;[i, j] = [at + 1, other + 1]
  }
  return edits
}

/** A blank whose neighbours changed on both sides. */
function isLonely(
  a: readonly string[],
  b: readonly string[],
  partners: Int32Array,
  at: number,
  other: number
): boolean {
  if (a[at]?.trim() !== '' || at === 0 || at + 1 >= a.length || other === 0 || other + 1 >= b.length)
    return false
  return (partners[at - 1] ?? -1) < 0 && (partners[at + 1] ?? -1) < 0
}
