/** How signs are written where a piece stands. */
export type Container = 'text' | 'quoted' | 'bare' | 'json'

/**
 * Something that a document says in one go, in which words may be replaced. `from[n]` and `to[n]` are where its
 * n-th UTF-16 unit begins and ends in the source; both are -1 for what is not written as a sign of it.
 */
export interface Piece {
  readonly value: string
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Units before which markup stands: what goes over one of them is not one stretch of the source. */
  readonly seams: ReadonlySet<number>
  readonly container: Container
  /** Somebody follows or loads it: a word in it is no word. */
  readonly isAddress: boolean
}

/** Where each unit ends, by where each begins. @param at one more than there are units */
export function endsOf(at: readonly number[]): number[] {
  const ends = new Array<number>(Math.max(0, at.length - 1))
  for (let unit = ends.length - 1; unit >= 0; unit -= 1) {
    const next = at[unit + 1] ?? 0
    ends[unit] = next === at[unit] ? (ends[unit + 1] ?? next) : next
  }
  return ends
}
