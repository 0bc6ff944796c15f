/** Where in its file a text stands. Lines and columns count from 1, also those of rows. */
export type At =
  | { readonly kind: 'line'; readonly line: number; readonly column: number }
  /** `heading`: the last one before it. `block`: the name of the block that holds it. */
  | {
      readonly kind: 'block'
      readonly line: number
      readonly column: number
      readonly heading?: string
      readonly block?: string
    }
  /** Of the data of a structured document, or of JSON. */
  | { readonly kind: 'field'; readonly pointer: string }
  | { readonly kind: 'cell'; readonly sheet: string; readonly row: number; readonly name: string }

/** A piece of what a file says: no phrase goes beyond it. */
export interface Unit {
  /** A heading; what is read; what is said about it, or in a field or cell. */
  readonly role: 'head' | 'body' | 'data'
  readonly text: string
  readonly at: At
}

/** Of one document that much is read; the rest is told. */
export const readingBounds = { signs: 2_000_000, units: 200_000 } as const

/** Takes units in until there are too many. */
export class Units {
  readonly all: Unit[] = []
  isCut = false
  private signs = 0

  /** @returns false when no more is taken */
  add(role: Unit['role'], text: string, at: At): boolean {
    const trimmed = text.replace(/\s+/gu, ' ').trim()
    if (trimmed === '') return !this.isCut
    if (
      this.isCut ||
      this.signs + trimmed.length > readingBounds.signs ||
      this.all.length >= readingBounds.units
    ) {
      this.isCut = true
      return false
    }
    this.signs += trimmed.length
    this.all.push({ role, text: trimmed, at })
    return true
  }
}
