import { hasContent } from '../../../schema/content'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../json/value'
import {
  childPointer,
  pointerOf,
  segmentsOfPointer,
  valueAt,
  withValueAt,
  type Pointer
} from '../../../json/pointer'
import type { Field, Schema } from '../../../schema/fields'
import { typedData } from '../values'
import { placesOf, type SchemaPlace } from './left-behind'

/** Where the values of a place go. */
export interface Carry {
  readonly from: SchemaPlace
  readonly to: SchemaPlace
}

export interface CarriedOver {
  readonly data: JsonValue
  readonly carried: readonly { readonly from: Pointer; readonly to: Pointer; readonly value: JsonValue }[]
  /** What stays where it is: its new place holds something else already, or it does not fit there. */
  readonly stayed: readonly {
    readonly from: Pointer
    readonly to: Pointer
    readonly why: 'taken' | 'unfit'
  }[]
}

/**
 * Puts values where a changed schema has a place for them. Nothing is overwritten, and nothing is lost on the
 * way.
 */
export function carryOver(data: JsonValue, carries: readonly Carry[], after: Schema): CarriedOver {
  const places = placesOf(after.root)
  const carried: { from: Pointer; to: Pointer; value: JsonValue }[] = []
  const stayed: { from: Pointer; to: Pointer; why: 'taken' | 'unfit' }[] = []
  let result: JsonValue = data
  for (const { from: fromPlace, to: toPlace } of carries) {
    const field = places.get(toPlace)?.field
    if (!field) continue
    for (const { pointer: from, items } of valuesAt(result, fromPlace)) {
      const to = at(toPlace, items)
      const value = valueAt(result, from)
      if (value === undefined || !hasContent(value)) continue
      const fitting = fitted(field, value)
      const isTaken = from !== to && hasContent(valueAt(result, to))
      if (isTaken || fitting === undefined) {
        stayed.push({ from, to, why: isTaken ? 'taken' : 'unfit' })
        continue
      }
      if (from === to && fitting === value) continue
      const without = from === to ? result : (withValueAt(result, from, undefined) ?? {})
      result = withValueAt(without, to, fitting) ?? {}
      carried.push({ from, to, value: fitting })
    }
  }
  return { data: result, carried, stayed }
}

/** Whether anything that counts lies at the place. */
export const holdsAt = (data: JsonValue, place: SchemaPlace): boolean =>
  valuesAt(data, place).some(({ pointer }) => hasContent(valueAt(data, pointer)))

/** The pointers that a place means in the data, with the numbers of the items on the way. */
function valuesAt(
  data: JsonValue,
  place: SchemaPlace
): readonly { readonly pointer: Pointer; readonly items: readonly number[] }[] {
  let found: { pointer: Pointer; items: readonly number[] }[] = [{ pointer: '', items: [] }]
  for (const segment of segmentsOfPointer(place))
    found =
      segment === '*'
        ? found.flatMap(({ pointer, items }) => {
            const list = valueAt(data, pointer)
            return isJsonArray(list)
              ? list.map((_, index) => ({ pointer: childPointer(pointer, index), items: [...items, index] }))
              : []
          })
        : found.map(({ pointer, items }) => ({ pointer: childPointer(pointer, segment), items }))
  return found
}

function at(place: SchemaPlace, items: readonly number[]): Pointer {
  const left = items[Symbol.iterator]()
  return pointerOf(
    segmentsOfPointer(place).map((segment) => (segment === '*' ? (left.next().value ?? 0) : segment))
  )
}

/** The value as the field takes it; `undefined` when that would lose some of it. */
function fitted(field: Field, value: JsonValue): JsonValue | undefined {
  switch (field.kind) {
    case 'array': {
      if (isJsonArray(value)) return value
      const item = fitted(field.items, value)
      return item === undefined ? undefined : [item]
    }
    case 'object':
      return isJsonObject(value) ? value : undefined
    case 'unsupported':
      return undefined
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean': {
      const one = isJsonArray(value) && value.length === 1 ? value[0] : value
      if (one === undefined || isJsonArray(one) || isJsonObject(one)) return undefined
      const typed = typedData({ title: null, description: null, root: field }, one)
      return typeof typed === (field.kind === 'integer' ? 'number' : field.kind) ? typed : undefined
    }
  }
}
