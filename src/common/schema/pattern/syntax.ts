/**
 * What a pattern is made of. Which alternative a match prefers, and what groups capture, does not matter to a
 * test.
 */
export type PatternNode =
  | { readonly type: 'empty' }
  | { readonly type: 'character'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly type: 'place'; readonly place: Place }
  | { readonly type: 'look'; readonly node: PatternNode; readonly ahead: boolean; readonly negated: boolean }

export type Place = 'start' | 'end' | 'word-border' | 'no-word-border'

/**
 * A set of characters as it is written: `a`, `\d`, `[^x-z]`, `.`; asked of the platform, one character at a
 * time.
 */
export interface CharacterSet {
  has(point: number): boolean
}

export function literalSet(point: number): CharacterSet {
  return { has: (other) => other === point }
}

/** @param written the source of the set, e.g. `[a-z\d]` */
export function writtenSet(written: string, flags: string): CharacterSet {
  const one = new RegExp(`^(?:${written})$`, flags)
  const ascii = new Int8Array(128).fill(-1)
  const ask = (point: number) =>
    one.test(flags === 'u' ? String.fromCodePoint(point) : String.fromCharCode(point))
  return {
    has(point) {
      if (point >= 128) return ask(point)
      const known = ascii[point]
      if (known !== -1) return known === 1
      const answer = ask(point)
      ascii[point] = answer ? 1 : 0
      return answer
    }
  }
}
