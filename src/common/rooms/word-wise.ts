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
 * words that have both become others. A word that is little changed is the same word: in it letters are told
 * apart, so that what two people put into it stands there once. Where one word has become another, what both
 * begin and end with is the same.
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
  const found = wordsFirst(a, b, numbered)
  const areNeighbours = (at: number, other: number) =>
    (at < 0 && other < 0) || (at === a.length && other === b.length) || found[at] === other
  const areAlike = (at: number, other: number) => {
    const [one, another] = [a[at], b[other]]
    if (one?.sort !== 'word' || another?.sort !== 'word') return false
    return sharedLetters(old.slice(one.from, one.to), now.slice(another.from, another.to)) !== null
  }
  const isLonely = (at: number, other: number) =>
    a[at]?.sort === 'between' &&
    !areNeighbours(at - 1, other - 1) &&
    !areNeighbours(at + 1, other + 1) &&
    !areAlike(at - 1, other - 1) &&
    !areAlike(at + 1, other + 1)
  const partners = new Int32Array(old.length).fill(-1)
  const same = (from: number, to: number, other: number) => {
    for (let at = from; at < to; at += 1) partners[at] = other + at - from
  }
  let [i, j] = [0, 0]
  for (let at = 0; at <= a.length; at += 1) {
    const other = at === a.length ? b.length : (found[at] ?? -1)
    if (other < 0 || isLonely(at, other)) continue
    inGap(old, now, a.slice(i, at), b.slice(j, other), same)
    const [piece, partner] = [a[at], b[other]]
    if (piece && partner) same(piece.from, piece.to, partner.from)
    ;[i, j] = [at + 1, other + 1]
  }
  return partners
}

/**
 * For each piece its partner, -1 without one. Words come first: where many give way to as many others elsewhere,
 * what is alike between all words would be as much in common as the words that have stayed. Of what is alike
 * between words the last counts: words come and go with the space before them, as people type them. Whoever takes
 * the word behind away meanwhile, with its space, leaves theirs.
 */
function wordsFirst(
  a: readonly Piece[],
  b: readonly Piece[],
  numbered: (piece: Piece) => number
): Int32Array {
  const wordsOf = (pieces: readonly Piece[]) =>
    pieces.flatMap((piece, at) => (piece.sort === 'between' ? [] : [{ at, number: numbered(piece) }]))
  const [ones, others] = [wordsOf(a), wordsOf(b)]
  const words = commonSequence(
    ones.map(({ number }) => number),
    others.map(({ number }) => number),
    () => {}
  )
  const found = new Int32Array(a.length).fill(-1)
  let [from, start] = [0, 0]
  const inGapTo = (to: number, end: number) => {
    const [gap, other] = [a.slice(from, to), b.slice(start, end)]
    const backwards = [gap, other].map((pieces) => pieces.map(numbered).reverse())
    commonSequence(backwards[0] ?? [], backwards[1] ?? [], () => {}).forEach((partner, at) => {
      if (partner >= 0) found[to - 1 - at] = end - 1 - partner
    })
  }
  words.forEach((partner, nth) => {
    const [one, another] = [ones[nth], others[partner]]
    if (!one || !another) return
    inGapTo(one.at, another.at)
    found[one.at] = another.at
    ;[from, start] = [one.at + 1, another.at + 1]
  })
  inGapTo(a.length, b.length)
  return found
}

/** Of what is little changed: more than this part of the shorter one, and of the longer one, is in both. */
const [OF_SHORTER, OF_LONGER] = [3 / 4, 3 / 5]
/** In more letters than this, those of a change are not told apart. */
const LONGEST = 400

/** The partners of letters in others that they have become by a small change; null: by none. */
function sharedLetters(old: readonly Sign[], now: readonly Sign[]): Int32Array | null {
  const [shorter, longer] = [Math.min(old.length, now.length), Math.max(old.length, now.length)]
  const least = Math.max(shorter * OF_SHORTER, longer * OF_LONGER)
  if (longer > LONGEST || shorter <= least) return null
  const numbers = new Map<string, number>()
  const numbered = ({ key }: Sign) => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const partners = commonSequence(old.map(numbered), now.map(numbered), () => {})
  return partners.filter((partner) => partner >= 0).length > least ? partners : null
}

/** What is the same in pieces that have become others. */
function inGap(
  old: readonly Sign[],
  now: readonly Sign[],
  ones: readonly Piece[],
  others: readonly Piece[],
  same: (from: number, to: number, other: number) => void
): void {
  const [one, another] = [ones[0], others[0]]
  if (!one || !another || [...ones, ...others].some(({ sort }) => sort === 'thing')) return
  let [from, to] = [one.from, ones.at(-1)?.to ?? 0]
  let [at, end] = [another.from, others.at(-1)?.to ?? 0]
  const letters = sharedLetters(old.slice(from, to), now.slice(at, end))
  letters?.forEach((partner, index) => {
    if (partner >= 0) same(one.from + index, one.from + index + 1, another.from + partner)
  })
  if (letters || ones.length > 1 || others.length > 1 || one.sort !== another.sort) return
  while (from < to && at < end && old[from]?.key === now[at]?.key) [from, at] = [from + 1, at + 1]
  same(one.from, from, another.from)
  while (from < to && at < end && old[to - 1]?.key === now[end - 1]?.key) [to, end] = [to - 1, end - 1]
  same(to, one.to, end)
}
