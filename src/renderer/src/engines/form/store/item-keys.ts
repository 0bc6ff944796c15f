import { isJsonArray, type JsonValue } from '../../../../../common/json/value'
import {
  childPointer,
  childValue,
  indexOf,
  segmentsOfPointer,
  type Pointer
} from '../../../../../common/json/pointer'

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
