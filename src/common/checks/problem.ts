import type { NeededMetadata } from '../publishing/check-answers'

/** Something in a document that needs a look. Lines and columns count from 1. */
export interface Problem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** It is about words or pictures that delivery leaves out (U6). */
  readonly unseen?: true
  /** What the page should say of itself, and does not (VE15). */
  readonly mends?: NeededMetadata
}
