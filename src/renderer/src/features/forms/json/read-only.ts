import type { ArrayField, Field, JsonValue, ObjectField } from '../../../../../common/schema'
import { isJsonArray, newItem, prune, sameJson } from '../../../../../common/schema'
import { childPointer, childValue, type Pointer } from '../../../../../common/json/pointer'

/**
 * The first read-only place that has another value, in the data after. Items of lists may come, go and move,
 * as in the form; one that was there keeps its read-only values, and one that comes has those of an item that
 * is copied, or of a new one.
 */
export function changedReadOnly(
  field: Field,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  pointer: Pointer = ''
): Pointer | null {
  if (before === after) return null
  if (field.readOnly) return sameValue(before, after) ? null : pointer
  if (field.kind === 'array') {
    return holdsReadOnly(field.items) ? changedInList(field, listOf(before), listOf(after), pointer) : null
  }
  if (field.kind !== 'object') return null
  for (const { key, field: below } of field.properties) {
    const found = changedReadOnly(
      below,
      childValue(before, key),
      childValue(after, key),
      childPointer(pointer, key)
    )
    if (found !== null) return found
  }
  return null
}

function changedInList(
  list: ArrayField,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  pointer: Pointer
): Pointer | null {
  const { items } = list
  const partners = partnersOf(items, before, after)
  const blank = newItem(list)
  let more = after.length - before.length
  for (const [index, item] of after.entries()) {
    const place = childPointer(pointer, index)
    const partner = partners[index]
    const old = before[index]
    if (partner === undefined) {
      const copied = [blank, undefined, ...before].some((source) => sameReadOnly(items, source, item))
      if (copied && more-- > 0) continue
      return firstChanged(items, old ?? blank, item, place)
    }
    const source = before[partner]
    // Two items that change nothing but their read-only values with each other did not move.
    if (partner !== index && old !== undefined && !sameValue(source, item) && sameRest(items, old, item)) {
      return firstChanged(items, old, item, place)
    }
    const found = changedReadOnly(items, source, item, place)
    if (found !== null) return found
  }
  return null
}

/**
 * Which item of before each one is: the very same first, then one in the same place, then any with the same
 * read-only values.
 */
function partnersOf(
  items: Field,
  before: readonly JsonValue[],
  after: readonly JsonValue[]
): (number | undefined)[] {
  const free = new Set(before.keys())
  const [were, are] = [before.map(present), after.map(present)]
  const partners: (number | undefined)[] = after.map(() => undefined)
  const pair = (
    same: (old: JsonValue | undefined, item: JsonValue | undefined) => boolean,
    anywhere: boolean
  ) => {
    for (const [index, item] of are.entries()) {
      if (partners[index] !== undefined) continue
      const candidates = anywhere ? free : [index].filter((at) => free.has(at))
      for (const at of candidates) {
        if (!same(were[at], item)) continue
        partners[index] = at
        free.delete(at)
        break
      }
    }
  }
  const ofOne = (old: JsonValue | undefined, item: JsonValue | undefined) => sameReadOnly(items, old, item)
  pair(sameJson, false)
  pair(sameJson, true)
  pair(ofOne, false)
  pair(ofOne, true)
  return partners
}

/**
 * Whether the read-only values of an item are the same; lists inside of it are compared once it is known
 * which item it is.
 */
function sameReadOnly(field: Field, one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true
  if (field.readOnly) return sameValue(one, other)
  if (field.kind !== 'object') return true
  return field.properties.every(({ key, field: below }) =>
    sameReadOnly(below, childValue(one, key), childValue(other, key))
  )
}

/** Whether everything but the read-only values of an item is the same. */
function sameRest(field: Field, one: JsonValue, other: JsonValue): boolean {
  if (field.readOnly) return false
  if (field.kind !== 'object') return sameValue(one, other)
  return sameValue(withoutReadOnly(field, one), withoutReadOnly(field, other))
}

function withoutReadOnly(object: ObjectField, value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || isJsonArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inside]): [string, JsonValue][] => {
      const field = object.byKey.get(key)?.field
      if (field?.readOnly) return []
      return [[key, field?.kind === 'object' ? withoutReadOnly(field, inside) : inside]]
    })
  )
}

function firstChanged(
  field: Field,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  pointer: Pointer
): Pointer {
  return changedReadOnly(field, before, after, pointer) ?? pointer
}

/** Schemas may hold themselves, ten references deep: asked once for each. */
const known = new WeakMap<Field, boolean>()

function holdsReadOnly(field: Field): boolean {
  if (field.readOnly) return true
  const found = known.get(field)
  if (found !== undefined) return found
  const holds =
    field.kind === 'array'
      ? holdsReadOnly(field.items)
      : field.kind === 'object' && field.properties.some(({ field: below }) => holdsReadOnly(below))
  known.set(field, holds)
  return holds
}

/** What counts as absent is equal: it is not stored. */
function sameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return sameJson(one, other) || sameJson(present(one), present(other))
}

const present = (value: JsonValue | undefined) => (value === undefined ? undefined : prune(value))

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isJsonArray(value) ? value : [])
