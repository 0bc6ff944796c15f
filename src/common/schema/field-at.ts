import type { Field, Property, Schema } from './fields'
import { indexOf, parentPointer, segmentsOfPointer, type Pointer } from '../json/pointer'

/**
 * The field that edits the place in the data; `null` where the schema says nothing, as for unknown members.
 */
export function fieldAt(schema: Schema, pointer: Pointer): Field | null {
  let field: Field | null = schema.root
  for (const segment of segmentsOfPointer(pointer)) field = field && childField(field, segment)
  return field
}

/**
 * Whether the place, or something that it lies in, is read only: a read-only section or list holds nothing
 * that may be changed.
 */
export function isReadOnlyAt(schema: Schema, pointer: Pointer): boolean {
  let field: Field | null = schema.root
  for (const segment of segmentsOfPointer(pointer)) {
    if (!field || field.readOnly) break
    field = childField(field, segment)
  }
  return field?.readOnly ?? false
}

/**
 * The property that leads to the place; `null` for the root, for array items, and where the schema says
 * nothing.
 */
export function propertyAt(schema: Schema, pointer: Pointer): Property | null {
  const key = segmentsOfPointer(pointer).at(-1)
  const parent = fieldAt(schema, parentPointer(pointer))
  return key !== undefined && parent?.kind === 'object' ? (parent.byKey.get(key) ?? null) : null
}

export function childField(field: Field, segment: string): Field | null {
  if (field.kind === 'object') return field.byKey.get(segment)?.field ?? null
  return field.kind === 'array' && indexOf(segment) !== null ? field.items : null
}
