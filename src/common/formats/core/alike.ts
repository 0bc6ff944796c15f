import type { Stop } from './stop'

/** Marks of something, as numbers: its cells, its members, its words. */
type Features = readonly number[]

interface Ask {
  /** Of the things still without a partner, on each side. */
  readonly a: readonly number[]
  readonly b: readonly number[]
  readonly featuresOfA: (index: number) => Features
  readonly featuresOfB: (index: number) => Features
  /** The share of the longer one's marks that both must have, 0 to 1. */
  readonly atLeast: number
}

/** A mark that more things than this have tells little, and is not asked for. */
const MAX_HOLDERS = 12

/**
 * Pairs what is alike: each of `a` with the one of `b` that shares the most marks with it, rare marks being
 * those by which candidates are found. Neighbours of pairs are no better than strangers; near places break
 * ties.
 * @returns pairs of indexes, each index at most once
 */
export function pairAlike({ a, b, featuresOfA, featuresOfB, atLeast }: Ask, stop: Stop): [number, number][] {
  const holders = new Map<number, number[]>()
  const ofB = b.map(featuresOfB)
  ofB.forEach((features, at) => {
    for (const feature of features) {
      const list = holders.get(feature)
      if (!list) holders.set(feature, [at])
      else if (list.length <= MAX_HOLDERS) list.push(at)
    }
    stop(features.length)
  })
  const candidates: { i: number; j: number; share: number; apart: number }[] = []
  a.forEach((index, i) => {
    const features = featuresOfA(index)
    const votes = new Map<number, number>()
    for (const feature of features) {
      const list = holders.get(feature)
      if (!list || list.length > MAX_HOLDERS) continue
      for (const at of list) votes.set(at, (votes.get(at) ?? 0) + 1)
    }
    stop(features.length)
    for (const j of best(votes)) {
      const others = ofB[j] ?? []
      const share = likeness(features, others)
      if (share >= atLeast) candidates.push({ i, j, share, apart: Math.abs(index - (b[j] ?? 0)) })
    }
  })
  candidates.sort((one, other) => other.share - one.share || one.apart - other.apart)
  const taken = { a: new Set<number>(), b: new Set<number>() }
  const pairs: [number, number][] = []
  for (const { i, j } of candidates) {
    if (taken.a.has(i) || taken.b.has(j)) continue
    taken.a.add(i)
    taken.b.add(j)
    pairs.push([a[i] ?? -1, b[j] ?? -1])
  }
  return pairs
}

/** The share of marks that two lists have in common, 0 to 1. */
function likeness(a: Features, b: Features): number {
  return shareOf(common(a, b), a, b)
}

const shareOf = (count: number, a: Features, b: Features) => count / Math.max(1, a.length, b.length)

function common(a: Features, b: Features): number {
  const counts = new Map<number, number>()
  for (const feature of a) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  let shared = 0
  for (const feature of b) {
    const left = counts.get(feature) ?? 0
    if (left === 0) continue
    counts.set(feature, left - 1)
    shared += 1
  }
  return shared
}

const MAX_CANDIDATES = 4

function best(votes: ReadonlyMap<number, number>): number[] {
  if (votes.size <= MAX_CANDIDATES) return [...votes.keys()]
  return [...votes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .map(([at]) => at)
}
