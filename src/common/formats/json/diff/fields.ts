import type { JsonValue } from '../../../json/value'
import type { FieldGroup, StructureOptions } from '../../format'
import { diffJson } from './diff'
import { describeJson } from './words'

/** Two values compared field by field, with words. */
export function fields(
  of: FieldGroup['of'],
  before: JsonValue,
  after: JsonValue,
  options: StructureOptions
): FieldGroup {
  const comparison = { before, after, diff: diffJson(before, after, options) }
  return { of, comparison, words: describeJson(comparison, options.schema ?? null) }
}
