import { indexOf, segmentsOfPointer, type Pointer } from '../../../../../common/json/pointer'
import type { Field, ObjectField } from '../../../../../common/schema/fields'
import { isJsonArray, isJsonObject, member, objectOf, type JsonValue } from '../../../../../common/json/value'

/**
 * A copy of `root` with the value at `pointer` replaced; only what lies on the way is copied. A member that
 * is new in its object stands where the schema has it, so that a document reads like its form. `undefined`
 * removes a member; an array's slot cannot be removed this way and becomes an empty text.
 */
export function placed(
  root: JsonValue | undefined,
  pointer: Pointer,
  value: JsonValue | undefined,
  field: Field
): JsonValue | undefined {
  return step(root, segmentsOfPointer(pointer), 0, value, field)
}

function step(
  at: JsonValue | undefined,
  segments: readonly string[],
  depth: number,
  value: JsonValue | undefined,
  field: Field | null
): JsonValue | undefined {
  const segment = segments[depth]
  if (segment === undefined) return value
  if (isJsonArray(at) || (at === undefined && field?.kind === 'array')) {
    const array = isJsonArray(at) ? at : []
    const index = indexOf(segment)
    if (index === null || index > array.length) return at
    const items = field?.kind === 'array' ? field.items : null
    const item = step(array[index], segments, depth + 1, value, items) ?? ''
    return index === array.length ? [...array, item] : array.map((old, i) => (i === index ? item : old))
  }
  const object = isJsonObject(at) ? at : {}
  const below = field?.kind === 'object' ? (field.byKey.get(segment)?.field ?? null) : null
  const child = step(member(object, segment), segments, depth + 1, value, below)
  if (child === undefined) return objectOf(Object.entries(object).filter(([key]) => key !== segment))
  if (Object.hasOwn(object, segment)) return { ...object, [segment]: child }
  const entries = Object.entries(object)
  entries.splice(placeOf(segment, entries, field), 0, [segment, child])
  return objectOf(entries)
}

/** Before the first member that the schema has later. */
function placeOf(key: string, entries: readonly [string, JsonValue][], field: Field | null): number {
  if (field?.kind !== 'object') return entries.length
  const order = orderOf(field, key)
  const later = entries.findIndex(([other]) => orderOf(field, other) > order)
  return later < 0 ? entries.length : later
}

const orderOf = (field: ObjectField, key: string) => field.byKey.get(key)?.order ?? Infinity
