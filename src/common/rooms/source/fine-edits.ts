import { commonSequence } from '../../formats/core/sequence'
import { wordWise } from '../word-wise'

/** What stands in a text is taken away between two places, and other letters come there; UTF-16 units. */
export interface FineEdit {
  readonly from: number
  readonly to: number
  readonly added: string
}

/** Of a stretch that is longer on one side, nothing is looked for in it: it takes a second for each 100,000. */
const LONGEST = 64 * 1024

/** What leads from one text to another, in order: line by line, and within what changed word by word. */
export function fineEdits(before: string, after: string): FineEdit[] {
  const numbers = new Map<string, number>()
  const numbered = (line: string) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  const [old, now] = [linesOf(before), linesOf(after)]
  return gaps(
    old,
    now,
    commonSequence(old.map(numbered), now.map(numbered), () => {})
  ).flatMap((gap) => {
    const [length, other] = [gap.to - gap.from, gap.end - gap.at]
    if (Math.min(length, other) === 0 || Math.max(length, other) > LONGEST)
      return [{ from: gap.from, to: gap.to, added: after.slice(gap.at, gap.end) }]
    const [words, others] = [[...before.slice(gap.from, gap.to)], [...after.slice(gap.at, gap.end)]]
    return gaps(words, others, wordWise(words.map(signOf), others.map(signOf))).map(
      ({ from, to, at, end }) => ({
        from: gap.from + from,
        to: gap.from + to,
        added: after.slice(gap.at + at, gap.at + end)
      })
    )
  })
}

/** What leads from one text to another in one place: all between what both begin and end with. */
export function oneEdit(before: string, after: string): FineEdit {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1
  if (isWithinPair(before, from) || isWithinPair(after, from)) from -= 1
  const isSameFromEnd = (at: number) =>
    before.charCodeAt(before.length - 1 - at) === after.charCodeAt(after.length - 1 - at)
  let end = 0
  while (end < most - from && isSameFromEnd(end)) end += 1
  if (isWithinPair(before, before.length - end) || isWithinPair(after, after.length - end)) end -= 1
  return { from, to: before.length - end, added: after.slice(from, after.length - end) }
}

/** A letter of two signs is never told apart. */
const isWithinPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1))

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []
const signOf = (key: string) => ({ key, isLetter: true })

/** Where two texts differ that are made of pieces: in UTF-16 units of the first, and of the second. */
function gaps(old: readonly string[], now: readonly string[], partners: Int32Array) {
  const [starts, others] = [startsOf(old), startsOf(now)]
  const found: { from: number; to: number; at: number; end: number }[] = []
  let [i, j] = [0, 0]
  for (let at = 0; at <= old.length; at += 1) {
    const other = at === old.length ? now.length : (partners[at] ?? -1)
    if (other < 0) continue
    if (at > i || other > j)
      found.push({
        from: starts[i] ?? 0,
        to: starts[at] ?? 0,
        at: others[j] ?? 0,
        end: others[other] ?? 0
      })
    ;[i, j] = [at + 1, other + 1]
  }
  return found
}

function startsOf(pieces: readonly string[]): number[] {
  const starts = [0]
  let at = 0
  for (const { length } of pieces) starts.push((at += length))
  return starts
}
