import { diff_core } from 'fast-myers-diff'
import { longestRising } from './rising'
import type { Stop } from './stop'

/** For each place of the first sequence the place of its partner in the second, -1 without one. */
export type Partners = Int32Array

/**
 * Up to this length together, a stretch goes to Myers at once; longer ones are first cut at what occurs once
 * in both.
 */
const SHORT = 2000
/** Comparisons that Myers may make on a stretch, for each place of it, before it is cut otherwise. */
const COMPARISONS_PER_PLACE = 64

/**
 * What two sequences of numbers have in common, in order: partners rise. Time grows with the length, never
 * with its square: where the shortest edit is dear to find, a longer one is given.
 */
export function commonSequence(a: ArrayLike<number>, b: ArrayLike<number>, stop: Stop): Partners {
  const partners = new Int32Array(a.length).fill(-1)
  const waiting: Stretch[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length, cut: false }]
  for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
    const rest = trimmed(a, b, stretch, partners)
    if (rest.a === rest.aEnd || rest.b === rest.bEnd) continue
    const length = rest.aEnd - rest.a + rest.bEnd - rest.b
    stop(length)
    if (length > SHORT && !rest.cut) {
      const pieces = cutAtUnique(a, b, rest, partners)
      if (pieces) {
        for (const piece of pieces) waiting.push(piece)
        continue
      }
    }
    if (!byMyers(a, b, rest, partners, stop)) byOccurrence(a, b, rest, partners)
  }
  return partners
}

interface Stretch {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
  /** Cut at its unique values already. */
  readonly cut: boolean
}

/** Takes what is equal at both ends. */
function trimmed(a: ArrayLike<number>, b: ArrayLike<number>, stretch: Stretch, partners: Partners): Stretch {
  let { a: i, aEnd, b: j, bEnd } = stretch
  while (i < aEnd && j < bEnd && a[i] === b[j]) partners[i++] = j++
  while (i < aEnd && j < bEnd && a[aEnd - 1] === b[bEnd - 1]) partners[--aEnd] = --bEnd
  return { a: i, aEnd, b: j, bEnd, cut: stretch.cut }
}

/**
 * Partners for the values that occur once on each side and keep their order; the stretches between them, or
 * null for none.
 */
function cutAtUnique(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  stretch: Stretch,
  partners: Partners
): Stretch[] | null {
  const inB = places(b, stretch.b, stretch.bEnd)
  const inA = places(a, stretch.a, stretch.aEnd)
  const from: number[] = []
  const to: number[] = []
  for (const [value, at] of inA) {
    const other = at < 0 ? undefined : inB.get(value)
    if (other === undefined || other < 0) continue
    from.push(at)
    to.push(other)
  }
  const kept = longestRising(to)
  const pieces: Stretch[] = []
  let [i, j] = [stretch.a, stretch.b]
  from.forEach((at, index) => {
    const other = to[index]
    if (!kept[index] || other === undefined) return
    partners[at] = other
    if (at > i && other > j) pieces.push({ a: i, aEnd: at, b: j, bEnd: other, cut: false })
    i = at + 1
    j = other + 1
  })
  if (i === stretch.a && j === stretch.b) return null
  pieces.push({ a: i, aEnd: stretch.aEnd, b: j, bEnd: stretch.bEnd, cut: true })
  return pieces
}

/** Where each value is, -1 when more than once; in the order of the places. */
function places(values: ArrayLike<number>, start: number, end: number): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? -1
    found.set(value, found.has(value) ? -1 : at)
  }
  return found
}

class TooDear extends Error {}

/** The shortest edit. False, and nothing taken, when it would take too long to find. */
function byMyers(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { a: start, aEnd, b: startB, bEnd }: Stretch,
  partners: Partners,
  stop: Stop
): boolean {
  let left = COMPARISONS_PER_PLACE * (aEnd - start + bEnd - startB) + 10_000
  const equal = (i: number, j: number) => {
    if ((left -= 1) < 0) throw new TooDear()
    stop()
    return a[i] === b[j]
  }
  const common: (readonly [number, number, number])[] = []
  let [i, j] = [start, startB]
  try {
    for (const [from, to, , toB] of diff_core(start, aEnd - start, startB, bEnd - startB, equal)) {
      common.push([i, j, from - i])
      ;[i, j] = [to, toB]
    }
  } catch (error) {
    if (error instanceof TooDear) return false
    throw error
  }
  common.push([i, j, Math.min(aEnd - i, bEnd - j)])
  for (const [from, to, length] of common) {
    for (let step = 0; step < length; step += 1) partners[from + step] = to + step
  }
  return true
}

/**
 * The first of a value with the first, the second with the second …, as far as they keep their order. Always
 * quick.
 */
function byOccurrence(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  stretch: Stretch,
  partners: Partners
): void {
  const found = pairedByOccurrence(a, b, stretch)
  const kept = longestRising(found)
  found.forEach((other, index) => {
    if (kept[index]) partners[stretch.a + index] = other
  })
}

/** Equal values paired in their order, wherever they are; -1 where the other side has no more of them. */
export function pairedByOccurrence(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { a: start, aEnd, b: startB, bEnd } = { a: 0, aEnd: a.length, b: 0, bEnd: b.length }
): Int32Array {
  const next = new Int32Array(bEnd - startB)
  const first = new Map<number, number>()
  for (let at = bEnd - 1; at >= startB; at -= 1) {
    const value = b[at] ?? -1
    next[at - startB] = first.get(value) ?? -1
    first.set(value, at)
  }
  const found = new Int32Array(aEnd - start)
  for (let at = start; at < aEnd; at += 1) {
    const value = a[at] ?? -1
    const other = first.get(value) ?? -1
    found[at - start] = other
    if (other >= 0) first.set(value, next[other - startB] ?? -1)
  }
  return found
}
