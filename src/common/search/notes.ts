/** What a question says that is not taken as it was typed. */
export const noteKinds = [
  'open-quote',
  'unknown-filter',
  'bad-value',
  // beside words with OR between: it counts for nothing
  'pattern',
  // what asks for links, beside words or a pattern with OR between: it counts for nothing
  'linked',
  'bad-pattern',
  // some files were not looked through for it
  'slow-pattern',
  // in history and trash it cannot be asked for
  'not-past',
  // of a replacement: it is not one thing that could be replaced
  'not-one',
  // of a replacement: what was stays what it was
  'only-now',
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
  /** What is wrong with it. */
  readonly why?: string
}

export function noteOf(kind: Note['kind'], start: number, end: number, meant?: string | null): Note {
  return { kind, start, end, ...(meant != null && { meant }) }
}
