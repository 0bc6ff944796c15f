import { diff3Merge } from 'node-diff3'

/** Above this many differing lines a merge would hold up typing; people decide instead. */
const MAX_LINES = 20_000

/**
 * Both people's changes to `base` in one text, when they touched different lines.
 * @returns null when the changes meet, or there are too many lines to merge while someone types
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const o = base.split('\n')
  const a = mine.split('\n')
  const b = theirs.split('\n')
  const head = commonHead(o, a, b)
  const tail = commonTail(o, a, b, head)
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail)
  if (Math.max(o.length, a.length, b.length) - head - tail > MAX_LINES) return null
  const regions = diff3Merge(middle(a), middle(o), middle(b), {
    excludeFalseConflicts: true
  })
  const merged: string[] = o.slice(0, head)
  for (const region of regions) {
    if (!region.ok) return null
    merged.push(...region.ok)
  }
  return [...merged, ...o.slice(o.length - tail)].join('\n')
}

function commonHead(o: readonly string[], a: readonly string[], b: readonly string[]): number {
  const limit = Math.min(o.length, a.length, b.length)
  let n = 0
  while (n < limit && o[n] === a[n] && o[n] === b[n]) n++
  return n
}

function commonTail(o: readonly string[], a: readonly string[], b: readonly string[], head: number): number {
  const limit = Math.min(o.length, a.length, b.length) - head
  let n = 0
  while (n < limit && o.at(-1 - n) === a.at(-1 - n) && o.at(-1 - n) === b.at(-1 - n)) n++
  return n
}
