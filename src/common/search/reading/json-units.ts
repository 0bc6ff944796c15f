import { childPointer, type Pointer } from '../../json/pointer'
import { isJsonArray, isJsonObject, type JsonValue } from '../../json/value'
import type { Units } from './unit'

/** Each value of a tree, at its place. Names of members are words of a value's text where it has none. */
export function addJsonUnits(units: Units, root: JsonValue): void {
  const waiting: { readonly value: JsonValue; readonly pointer: Pointer }[] = [{ value: root, pointer: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, pointer } = next
    if (isJsonArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1)
        waiting.push({ value: value[at] ?? null, pointer: childPointer(pointer, at) })
    } else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value).reverse())
        waiting.push({ value: item, pointer: childPointer(pointer, key) })
    } else if (value !== null && !units.add('data', String(value), { kind: 'field', pointer })) return
  }
}
