import type { JsonValue } from '../../../json/value'
import type { Schema } from '../../../schema'
import type { StopOptions } from '../../core/stop'
import { diffJson } from './diff'
import type { JsonComparison } from './restore'
import { describeJson, type ChangeWords } from './words'

export interface FieldOptions extends StopOptions {
  /** Types and titles of a structured document. */
  readonly schema?: Schema | null
}

/** Fields that were compared, and what changed of them in words. */
export interface FieldGroup {
  /** `properties`: what a structured document says about itself, its title for one. */
  readonly of: 'data' | 'properties'
  readonly comparison: JsonComparison
  readonly words: readonly ChangeWords[]
}

/** Two states compared by their fields. */
export type FieldsStructure =
  | { readonly kind: 'fields'; readonly groups: readonly FieldGroup[] }
  /** No structure can be read from one of them. */
  | { readonly kind: 'unreadable'; readonly side: 'before' | 'after' }

/** Two values compared field by field, with words. */
export function fields(
  of: FieldGroup['of'],
  before: JsonValue,
  after: JsonValue,
  options: FieldOptions
): FieldGroup {
  const comparison = { before, after, diff: diffJson(before, after, options) }
  return { of, comparison, words: describeJson(comparison, options.schema ?? null) }
}
