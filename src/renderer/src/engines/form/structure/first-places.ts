import { isJsonArray, type JsonValue } from '../../../../../common/json/value'
import type { Field } from '../../../../../common/schema/fields'
import { childPointer, childValue, type Pointer } from '../../../../../common/json/pointer'

/**
 * The place that carries each property key as its element id (F3): the first of that key in the order of the
 * form. Items of one list are alike, so a list is walked only until nothing new can come.
 */
export function firstPlaces(field: Field, data: JsonValue | undefined): ReadonlyMap<string, Pointer> {
  const first = new Map<string, Pointer>()
  const walk = (at: Field, value: JsonValue | undefined, pointer: Pointer, depth: number): void => {
    if (at.kind === 'object') {
      if (isDeepAndAbsent(depth, value)) return
      for (const { key, field: below } of at.properties) {
        const place = childPointer(pointer, key)
        if (!first.has(key)) first.set(key, place)
        if (below.kind === 'object' || below.kind === 'array')
          walk(below, childValue(value, key), place, depth + 1)
      }
    } else if (at.kind === 'array' && isJsonArray(value)) {
      const most = at.items.kind === 'object' || at.items.kind === 'array' ? value.length : 0
      for (let index = 0; index < most; index++) {
        const known = first.size
        walk(at.items, value[index], childPointer(pointer, index), depth + 1)
        if (index > 0 && first.size === known && !holdsLists(at.items)) break
      }
    }
  }
  walk(field, data, '', 0)
  return first
}

/**
 * Sections that refer to themselves would go on for ten levels: below this many they are drawn when they hold
 * something.
 */
export function isDeepAndAbsent(depth: number, value: JsonValue | undefined): boolean {
  return depth > 3 && value === undefined
}

const listsInside = new WeakMap<Field, boolean>()

function holdsLists(field: Field): boolean {
  const known = listsInside.get(field)
  if (known !== undefined) return known
  const found =
    field.kind === 'array' ||
    (field.kind === 'object' && field.properties.some((property) => holdsLists(property.field)))
  listsInside.set(field, found)
  return found
}
