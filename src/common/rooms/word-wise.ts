import { commonSequence } from '../formats/core/sequence'

/** Of a letter: whether it makes words with its neighbours, stands between words, or is told of alone. */
type Sort = 'word' | 'between' | 'alone'

const alone =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{M}\p{N}_]/u
const between = /[\s\p{P}\p{S}\p{Z}]/u

const sortOf = (letter: string): Sort =>
  alone.test(letter) ? 'alone' : word.test(letter) ? 'word' : between.test(letter) ? 'between' : 'alone'

/** Whether a letter makes words with its neighbours. */
export const isInWord = (letter: string): boolean => sortOf(letter) === 'word'

/** A part of a sequence: some letters that stay together, or one thing that is no letter. */
interface Piece {
  readonly sort: Sort | 'thing'
  readonly key: string
  readonly from: number
  readonly to: number
}

/** What is aligned. */
interface Sign {
  /** Equal for what may be the same. */
  readonly key: string
  readonly isLetter: boolean
}

function piecesOf(signs: readonly Sign[]): Piece[] {
  const pieces: Piece[] = []
  signs.forEach(({ key, isLetter }, at) => {
    const sort = isLetter ? sortOf(key) : 'thing'
    const last = pieces.at(-1)
    if (last && (sort === 'word' || sort === 'between') && last.sort === sort)
      pieces[pieces.length - 1] = { ...last, key: last.key + key, to: at + 1 }
    else pieces.push({ sort, key, from: at, to: at + 1 })
  })
  return pieces
}

/**
 * For each sign of the first sequence its partner in the second, -1 without one; partners rise. Words are the
 * same as a whole or not at all: letters that two different words happen to share are no common ground, as
 * somebody may have written one of the words while another one deletes the other; nor is what stands between
 * words that have both changed. Where one word has become another, what both begin and end with is the same.
 */
export function wordWise(old: readonly Sign[], now: readonly Sign[]): Int32Array {
  const [a, b] = [piecesOf(old), piecesOf(now)]
  const numbers = new Map<string, number>()
  const numbered = ({ sort, key }: Piece) => {
    const word = `${sort} ${key}`
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }
  const found = commonSequence(a.map(numbered), b.map(numbered), () => {})
  const areNeighbours = (at: number, other: number) =>
    (at < 0 && other < 0) || (at === a.length && other === b.length) || found[at] === other
  const isLonely = (at: number, other: number) =>
    a[at]?.sort === 'between' && !areNeighbours(at - 1, other - 1) && !areNeighbours(at + 1, other + 1)
  const partners = new Int32Array(old.length).fill(-1)
  const same = (from: number, to: number, other: number) => {
    for (let at = from; at < to; at += 1) partners[at] = other + at - from
  }
  let [i, j] = [0, 0]
  for (let at = 0; at <= a.length; at += 1) {
    const other = at === a.length ? b.length : (found[at] ?? -1)
    if (other < 0 || isLonely(at, other)) continue
    const [one, another] = [a[i], b[j]]
    if (at === i + 1 && other === j + 1 && one && another) commonEnds(old, now, one, another, same)
    const [piece, partner] = [a[at], b[other]]
    if (piece && partner) same(piece.from, piece.to, partner.from)
    ;[i, j] = [at + 1, other + 1]
  }
  return partners
}

/** What two pieces, one of which has become the other, begin and end with. */
function commonEnds(
  old: readonly Sign[],
  now: readonly Sign[],
  one: Piece,
  other: Piece,
  same: (from: number, to: number, other: number) => void
): void {
  if (one.sort !== other.sort || one.sort === 'thing') return
  let [from, to, at, end] = [one.from, one.to, other.from, other.to]
  while (from < to && at < end && old[from]?.key === now[at]?.key) [from, at] = [from + 1, at + 1]
  same(one.from, from, other.from)
  while (from < to && at < end && old[to - 1]?.key === now[end - 1]?.key) [to, end] = [to - 1, end - 1]
  same(to, one.to, end)
}
