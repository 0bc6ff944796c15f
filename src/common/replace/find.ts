/** What is looked for in each piece of a document. */
export interface Find {
  readonly source: string
  readonly flags: string
  /** What it is replaced by may say `$1` and `$&`. */
  readonly isPattern: boolean
  /** Letters that are in all it finds, in any case; null when that is not known. */
  readonly hint: string | null
}

/** Words as they are written: blanks between them may be any. */
export function findOf(words: string, exact: { readonly case: boolean; readonly word: boolean }): Find {
  const source = words
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/gu, '\\s+')
  return {
    source: exact.word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source,
    flags: `gmu${exact.case ? '' : 'i'}`,
    isPattern: false,
    hint:
      [...words.matchAll(/[\p{L}\p{N}]+/gu)].map(([run]) => run).sort((a, b) => b.length - a.length)[0] ??
      null
  }
}

/** What stands for a find: `$1` … `$9` are its groups, `$&` is all of it, `$$` is the sign itself. */
export const expanded = (by: string, groups: readonly string[]): string =>
  by.replace(/\$([$&1-9])/g, (all, sign: string) =>
    sign === '$' ? '$' : (groups[sign === '&' ? 0 : Number(sign)] ?? all)
  )

/** A stretch of a piece, and what it is to say. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly by: string
}

/** What has no letters is none. */
export function matchesIn(value: string, { source, flags, isPattern }: Find, by: string): Match[] {
  const found: Match[] = []
  for (const match of value.matchAll(new RegExp(source, flags))) {
    const [all] = match
    if (all === '') continue
    const groups = Array.from(match, (group: string | undefined) => group ?? '')
    found.push({
      start: match.index,
      end: match.index + all.length,
      by: isPattern ? expanded(by, groups) : by
    })
  }
  return found
}
