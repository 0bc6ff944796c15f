import type { Pointer } from '../json/pointer'

/**
 * Everything that can be wrong with a schema. The first eight are the names that the product's own tools use
 * (map A).
 */
export type SchemaIssueReason =
  | 'unsupported-composition' // allOf, oneOf, anyOf
  | 'unsupported-type' // a type outside the subset
  | 'type-as-array' // ["string", "null"]
  | 'missing-type'
  | 'external-ref' // a $ref that leaves the document
  | 'unresolved-ref' // a $ref to nothing
  | 'invalid-pattern' // no regular expression; the pattern is ignored
  | 'reserved-key' // metadata, section-metadata (F4)
  | 'malformed-key' // not ^[A-Za-z_][A-Za-z0-9_-]*$ (F4)
  | 'ref-too-deep' // the 11th expansion of a $ref on one way (F2)
  | 'circular-ref' // references that lead only to each other
  | 'unsupported-pattern' // a back reference, or a pattern too large; the pattern is ignored
  | 'invalid-keyword' // a keyword of the subset with a value that it cannot have; the keyword is ignored
  | 'contradiction' // bounds that nothing can meet
  | 'unknown-required' // required names a property that is not there
  | 'invalid-default' // a default that is not of the field's kind, or breaks its own rules
  | 'unsupported-root' // neither object nor array
  | 'too-deep' // more than MAX_NESTING objects and arrays inside each other
  | 'too-large' // more than MAX_FIELDS fields
  | 'ignored-keyword' // a keyword outside the subset: has no effect
  | 'not-json' // the text is no JSON
  | 'not-an-object' // the JSON is no object

/**
 * `error`: a part of the form is missing or wrong, and the schema editor does not save it without a question.
 * `warning`: the form works, and somebody should look. `note`: has no effect, as documented.
 */
export type Severity = 'error' | 'warning' | 'note'

export interface SchemaIssue {
  readonly reason: SchemaIssueReason
  readonly severity: Severity
  /** A sentence for people that says what to do. */
  readonly message: string
  /** Where in the schema document, e.g. `/properties/crew/items/$ref`. */
  readonly pointer: Pointer
  /**
   * The first place in the data that it concerns, `0` standing for any item, e.g. `/crew/0`; `null` when it
   * is none.
   */
  readonly dataPointer: Pointer | null
  /** Where in the text, when a text was read. */
  readonly position?: TextPosition
}

/** Both 1-based. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}
