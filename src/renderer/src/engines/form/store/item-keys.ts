import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/json/value'
import {
  childPointer,
  childValue,
  indexOf,
  segmentsOfPointer,
  type Pointer
} from '../../../../../common/json/pointer'
import type { SharedFormData } from './shared-steps'

/**
 * Which item of a list is which, while items are added, moved and removed: each has a number of its own. A
 * list is known by its pointer with the numbers of items instead of their places (`/crew/#7/ports`), so that
 * what is kept about an item (folded or not, what the screen shows of it) moves with it.
 */
export interface ItemKeys {
  /** The items of the list at the pointer, in order; the very same array until the list changes. */
  of(root: JsonValue | undefined, pointer: Pointer): readonly number[]
  /** The pointer with items' numbers in place of their places. */
  identity(root: JsonValue | undefined, pointer: Pointer): string
  set(root: JsonValue | undefined, pointer: Pointer, keys: readonly number[]): void
  fresh(): number
}

/** @param fresh numbers that no item has */
export function createItemKeys(fresh: () => number = counter()): ItemKeys {
  const lists = new Map<string, readonly number[]>()

  const keysOf = (list: string, length: number): readonly number[] => {
    const known = lists.get(list) ?? none
    if (known.length === length) return known
    const keys = Array.from({ length }, (_, index) => known[index] ?? fresh())
    lists.set(list, keys)
    return keys
  }
  const identity = (root: JsonValue | undefined, pointer: Pointer): string => {
    let at = root
    let name = ''
    for (const segment of segmentsOfPointer(pointer)) {
      const index = isJsonArray(at) ? indexOf(segment) : null
      const key = isJsonArray(at) && index !== null ? keysOf(name, at.length)[index] : undefined
      name = key === undefined ? childPointer(name, segment) : `${name}/#${key}`
      at = childValue(at, segment)
    }
    return name
  }
  return {
    identity,
    fresh,
    of: (root, pointer) => {
      const value = valueOf(root, pointer)
      return isJsonArray(value) ? keysOf(identity(root, pointer), value.length) : none
    },
    set: (root, pointer, keys) => void lists.set(identity(root, pointer), keys)
  }
}

/**
 * The same of a form that others write in too: an item keeps its number wherever it is moved, by whomever.
 * @param known the numbers that items have already
 */
export function createSharedKeys(shared: SharedFormData, known: ItemKeys, root: JsonValue): ItemKeys {
  const numbers = new Map<string, number>()
  const lists = new Map<string, { readonly items: readonly unknown[]; readonly keys: readonly number[] }>()
  const keysOf = (now: JsonValue | undefined, pointer: Pointer): readonly number[] => {
    const value = valueOf(now, pointer)
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

function counter(): () => number {
  let last = 0
  return () => ++last
}

const none: readonly number[] = []

function valueOf(root: JsonValue | undefined, pointer: Pointer): JsonValue | undefined {
  let at = root
  for (const segment of segmentsOfPointer(pointer)) at = childValue(at, segment)
  return at
}
