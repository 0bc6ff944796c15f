/** What an address in a document is for. */
export type LinkKind =
  /** Somebody follows it. */
  | 'link'
  /** It is shown or played. */
  | 'media'
  /** Something else of a page's markup: a style, a form, a source of a quotation. */
  | 'part'
  /** It stands as words, or as a value of data. */
  | 'text'
  /** Where a row of the site's redirects sends readers. */
  | 'redirect'

/** How signs are written where an address stands. */
export type Container = 'attribute' | 'text' | 'raw' | 'json'

/**
 * An address where it stands in a document. `at` maps it sign by sign: `at[n]` is where the n-th UTF-16 unit
 * of `value` begins in the source, `at[value.length]` where the last one ends. Null: the source does not say
 * the value in a way that can be mapped; such an address is shown, and never rewritten.
 */
export interface LinkPlace {
  readonly kind: LinkKind
  /** As a reader of the document gets it, trimmed. */
  readonly value: string
  readonly at: readonly number[] | null
  readonly container: Container
  /** Whether an address that begins at the page counts here: in attributes alone. */
  readonly relative: boolean
}
