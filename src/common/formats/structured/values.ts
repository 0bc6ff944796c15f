import { blankOf } from '../../schema/defaults'
import type { Field, ObjectField, Schema } from '../../schema/fields'
import {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  type JsonObject,
  type JsonValue
} from '../../json/value'
import { booleanIn, numberIn, REFERENCE } from './text'

/**
 * Data as the schema means it (map B): text that is a number becomes one in a number field, `true` a boolean
 * in a switch, a number text in a text field; members come in the schema's order, unknown ones after them.
 * What cannot be made fit is left as it is, for the check to report. Without a schema the data stays as it
 * is.
 */
export function typedData(schema: Schema | null, data: JsonValue): JsonValue {
  if (!schema || schema.root.kind === 'unsupported') return data
  return typed(schema.root, data) ?? blankOf(schema.root)
}

/** One value as its field means it; `undefined`: it is empty, and means nothing there. */
export const typedValue = (field: Field, value: JsonValue): JsonValue | undefined => typed(field, value)

function typed(field: Field, value: JsonValue): JsonValue | undefined {
  switch (field.kind) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    case 'number':
    case 'integer':
      return typeof value === 'string' ? (value === '' ? undefined : (numberIn(value) ?? value)) : value
    case 'boolean':
      return typeof value === 'string' ? (value === '' ? undefined : (booleanIn(value) ?? value)) : value
    case 'array':
      return typedArray(field.items, value)
    case 'object':
      return isJsonObject(value) ? typedObject(field, value) : isNothing(value) ? undefined : value
    case 'unsupported':
      return value
  }
}

function typedArray(items: Field, value: JsonValue): JsonValue | undefined {
  if (isJsonArray(value)) return value.map((item) => typed(items, item) ?? blankOf(items))
  if (isJsonObject(value) && Object.keys(value).length === 0) return []
  return isNothing(value) ? undefined : value
}

function typedObject(field: ObjectField, value: JsonObject): JsonObject {
  return inOrder(field, value, (child, item) => typed(child, item))
}

/** Empty text, or a reference to a block that is not there: for an object or a list the same as nothing. */
function isNothing(value: JsonValue): boolean {
  return typeof value === 'string' && (value.trim() === '' || value.toLowerCase().startsWith(REFERENCE))
}

/**
 * The members in the schema's order, then unknown ones in their own; `undefined` leaves a known member out.
 */
function inOrder(
  field: ObjectField,
  value: JsonObject,
  each: (field: Field, value: JsonValue) => JsonValue | undefined
): JsonObject {
  const entries: [string, JsonValue][] = []
  for (const { key, field: child } of field.properties) {
    const item = member(value, key)
    const made = item === undefined ? undefined : each(child, item)
    if (made !== undefined) entries.push([key, made])
  }
  for (const [key, item] of Object.entries(value)) if (!field.byKey.has(key)) entries.push([key, item])
  return objectOf(entries)
}

/** Objects in their schema's order, by what they were and which field: the very same again for the same. */
export type OrderedObjects = WeakMap<JsonObject, { readonly field: Field; readonly ordered: JsonObject }>

/**
 * The data with every object's members in the schema's order, so that equal data is equal text. Values stay
 * as they are.
 * @param known what was put in order before
 */
export function orderedData(schema: Schema | null, data: JsonValue, known?: OrderedObjects): JsonValue {
  return schema ? ordered(schema.root, data, known) : data
}

function ordered(field: Field, value: JsonValue, known?: OrderedObjects): JsonValue {
  if (field.kind === 'object' && isJsonObject(value)) {
    const before = known?.get(value)
    if (before?.field === field) return before.ordered
    const made = inOrder(field, value, (child, item) => ordered(child, item, known))
    known?.set(value, { field, ordered: made })
    return made
  }
  if (field.kind === 'array' && isJsonArray(value))
    return value.map((item) => ordered(field.items, item, known))
  return value
}
