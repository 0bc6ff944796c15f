/** A `pattern` that answers in time proportional to pattern × text, whatever the two are. */
export interface Pattern {
  readonly source: string
  /** Whether the text holds a match anywhere: unanchored, as in JSON Schema. */
  test(text: string): boolean
}
