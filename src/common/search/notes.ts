/** What a question says that is not taken as it was typed. */
export const noteKinds = [
  'open-quote',
  'unknown-filter',
  'bad-value',
  // texts are not looked through for patterns: it counts for nothing
  'pattern',
  'only-not',
  'no-words',
  'cut'
] as const

export interface Note {
  readonly kind: (typeof noteKinds)[number]
  /** Of what was typed, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The filter that may be meant. */
  readonly meant?: string
}

export function noteOf(kind: Note['kind'], start: number, end: number, meant?: string | null): Note {
  return { kind, start, end, ...(meant != null && { meant }) }
}
