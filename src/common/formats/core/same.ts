import { isJsonArray, isJsonObject, member, type JsonValue } from '../../schema'
import type { Stop } from './stop'

/**
 * Whether two JSON values are equal, at any depth and without recursion. The order of an object's members
 * counts for nothing.
 */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined, stop?: Stop): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const waiting: JsonValue[] = [a, b]
  while (waiting.length > 0) {
    const right = waiting.pop()
    const left = waiting.pop()
    stop?.()
    if (left === right) continue
    if (isJsonArray(left)) {
      if (!isJsonArray(right) || right.length !== left.length) return false
      for (let at = 0; at < left.length; at += 1)
        if (!equalOrLater(left[at], right[at], waiting)) return false
    } else if (isJsonObject(left)) {
      if (!isJsonObject(right)) return false
      const keys = Object.keys(left)
      if (keys.length !== Object.keys(right).length) return false
      for (const key of keys) {
        if (!Object.hasOwn(right, key) || !equalOrLater(left[key], member(right, key), waiting)) return false
      }
    } else return false
  }
  return true
}

/** False when the two differ for certain; containers are put on the pile. */
function equalOrLater(a: JsonValue | undefined, b: JsonValue | undefined, waiting: JsonValue[]): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  waiting.push(a, b)
  return true
}
