import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/json/value'
import {
  childPointer,
  childValue,
  indexOf,
  segmentsOfPointer,
  valueAt,
  type Pointer
} from '../../../../../common/json/pointer'
import { createItemKeys, type ItemKeys } from './item-keys'
import type { SharedFormData } from './shared-steps'

/**
 * The same of a form that others write in too: an item keeps its number wherever it is moved, by whomever.
 * @param known the numbers that items have already
 */
export function createSharedKeys(shared: SharedFormData, known: ItemKeys, root: JsonValue): ItemKeys {
  const numbers = new Map<string, number>()
  const lists = new Map<string, { readonly items: readonly unknown[]; readonly keys: readonly number[] }>()
  const keysOf = (now: JsonValue | undefined, pointer: Pointer): readonly number[] => {
    const value = valueAt(now, pointer)
    if (!isJsonArray(value)) return none
    const [items, path] = [shared.itemsAt(pointer), shared.pathOf(pointer)]
    // what is shown before anybody has written is not shared yet
    if (!items || path === null || items.length !== value.length) return known.of(now, pointer)
    const last = lists.get(path)
    if (last?.items === items) return last.keys
    const first = last ? [] : known.of(now, pointer)
    const keys = items.map(({ id }, at) => {
      const number = numbers.get(`${path}/${id}`) ?? first[at] ?? known.fresh()
      numbers.set(`${path}/${id}`, number)
      return number
    })
    const isSame = last?.keys.length === keys.length && keys.every((key, at) => key === last.keys[at])
    lists.set(path, { items, keys: isSame ? last.keys : keys })
    return isSame ? last.keys : keys
  }
  eachList(root, (pointer) => keysOf(root, pointer))
  return {
    fresh: known.fresh,
    of: keysOf,
    identity(now, pointer) {
      let at = now
      let [name, way] = ['', '']
      for (const segment of segmentsOfPointer(pointer)) {
        const index = isJsonArray(at) ? indexOf(segment) : null
        const key = index === null ? undefined : keysOf(now, way)[index]
        name = key === undefined ? childPointer(name, segment) : `${name}/#${key}`
        way = childPointer(way, segment)
        at = childValue(at, segment)
      }
      return name
    },
    set(now, pointer, keys) {
      const [items, path] = [shared.itemsAt(pointer), shared.pathOf(pointer)]
      if (!items || path === null || items.length !== keys.length) return known.set(now, pointer, keys)
      items.forEach(({ id }, at) => numbers.set(`${path}/${id}`, keys[at] ?? known.fresh()))
      lists.set(path, { items, keys })
    }
  }
}

/** Keys of a form that nobody else writes in any more, with the numbers that its items have. */
export function copiedKeys(from: ItemKeys, root: JsonValue): ItemKeys {
  const keys = createItemKeys(from.fresh)
  eachList(root, (pointer) => keys.set(root, pointer, from.of(root, pointer)))
  return keys
}

function eachList(value: JsonValue, take: (pointer: Pointer) => void, pointer: Pointer = ''): void {
  if (isJsonArray(value)) {
    take(pointer)
    value.forEach((item, index) => eachList(item, take, childPointer(pointer, index)))
  } else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) eachList(item, take, childPointer(pointer, key))
}

const none: readonly number[] = []
