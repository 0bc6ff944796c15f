/** What a person looks for in a page. */
export interface Wanted {
  readonly words: string
  readonly matchCase: boolean
  readonly wholeWords: boolean
  /** The words are a regular expression. */
  readonly isPattern: boolean
}

/** A find in one of the texts that were searched. */
export interface Match {
  /** Which of the texts, from 0. */
  readonly text: number
  readonly start: number
  readonly end: number
  /** What the groups of a pattern took: the find itself first. */
  readonly groups: readonly string[]
}

/** More finds than this are not told. */
const MOST_FOUND = 10_000

/** The expression that finds it; null for a pattern that is none. */
export function expressionOf({ words, matchCase, wholeWords, isPattern }: Wanted): RegExp | null {
  const source = isPattern ? words : words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source
  try {
    // alone first: what stands around it must not make a pattern of what is none
    new RegExp(source, 'u')
    return new RegExp(whole, `gmu${matchCase ? '' : 'i'}`)
  } catch {
    return null
  }
}

/**
 * All finds in the texts, in order; what has no letters is none. Words of a person cost what the texts cost;
 * a pattern may take any time.
 */
export function matchesIn(expression: RegExp, texts: readonly string[]): Match[] {
  const found: Match[] = []
  for (const [text, words] of texts.entries())
    for (const match of words.matchAll(expression)) {
      const [all] = match
      if (all === '') continue
      const groups = Array.from(match, (group: string | undefined) => group ?? '')
      found.push({ text, start: match.index, end: match.index + all.length, groups })
      if (found.length === MOST_FOUND) return found
    }
  return found
}
