import { childField } from './field-at'
import type { Field, Schema } from './fields'
import { indexOf, segmentsOfPointer, type Pointer } from '../json/pointer'

/**
 * Which of two places of the data comes first in the form: negative when `a` does. A section comes before
 * what it holds; members that the schema does not know come last.
 */
export function comparePlaces(schema: Schema, a: Pointer, b: Pointer): number {
  const left = ranks(schema, a)
  const right = ranks(schema, b)
  for (let at = 0; at < left.length && at < right.length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function ranks(schema: Schema, pointer: Pointer): number[] {
  let field: Field | null = schema.root
  return segmentsOfPointer(pointer).map((segment) => {
    const rank: number =
      field?.kind === 'object'
        ? (field.byKey.get(segment)?.order ?? Number.MAX_SAFE_INTEGER)
        : (indexOf(segment) ?? 0)
    field = field && childField(field, segment)
    return rank
  })
}
