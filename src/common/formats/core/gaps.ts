import type { Partners } from './sequence'

/** The places on each side that have no partner. */
export function unmatched(partners: Partners, lengthOfB: number): { a: number[]; b: number[] } {
  const taken = new Uint8Array(lengthOfB)
  const a: number[] = []
  partners.forEach((other, at) => {
    if (other >= 0) taken[other] = 1
    else a.push(at)
  })
  const b: number[] = []
  for (let at = 0; at < lengthOfB; at += 1) if (!taken[at]) b.push(at)
  return { a, b }
}

/**
 * Whether one is left on each side, and they stand in the same place between all others, which kept their
 * order.
 */
export const isSoleGap = ({
  a,
  b
}: {
  readonly a: readonly number[]
  readonly b: readonly number[]
}): boolean => a.length === 1 && b.length === 1 && a[0] === b[0]

/**
 * Between two things that kept their order: as many gone as come, so each gives way to the one in its place,
 * if it may.
 */
export function pairByPlace(
  partners: Partners,
  lengthOfB: number,
  may: (at: number, other: number) => boolean
): void {
  const taken = new Set(partners)
  let [startA, startB] = [0, 0]
  const pair = (endA: number, endB: number) => {
    const gone: number[] = []
    for (let at = startA; at < endA; at += 1) if ((partners[at] ?? -1) < 0) gone.push(at)
    if (gone.length === 0) return
    const come: number[] = []
    for (let at = startB; at < endB; at += 1) if (!taken.has(at)) come.push(at)
    if (gone.length !== come.length) return
    gone.forEach((at, index) => {
      const other = come[index] ?? -1
      if (may(at, other)) partners[at] = other
    })
  }
  const length = partners.length
  for (let at = 0; at < length; at += 1) {
    const other = partners[at] ?? -1
    if (other < startB) continue
    pair(at, other)
    ;[startA, startB] = [at + 1, other + 1]
  }
  pair(length, lengthOfB)
}
