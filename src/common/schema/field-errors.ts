import type { Pointer } from '../json/pointer'
import type { numberKeywords } from './number-limits'
import type { textKeywords } from './text-limits'

/** The keyword that a value breaks; the names are those of JSON Schema. */
export type FieldRule =
  | 'required'
  | 'type'
  | 'enum'
  | (typeof textKeywords)[number]
  | (typeof numberKeywords)[number]
  | 'minItems'
  | 'maxItems'

/**
 * What is wrong at one place of the data. There is at most one error a place: the first rule broken, in the
 * order above.
 */
export interface FieldError {
  /** Into the data. A missing field is reported where it would be, not at its parent (map A). */
  readonly pointer: Pointer
  readonly rule: FieldRule
  /** A sentence for people, shown under the field. */
  readonly message: string
  /** The bound that was broken: characters, items or the number itself. */
  readonly limit?: number
}
