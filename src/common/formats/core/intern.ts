import { isJsonArray, isJsonObject, member, type JsonValue } from '../../schema'
import { sameValue } from './same'
import type { Stop } from './stop'

/** Numbers for values: two get the same number only when they are equal. */
export type Intern = (value: JsonValue) => number

/**
 * More different values than this with one hash are no accident: further ones are held to be new, each for
 * itself.
 */
const MAX_CLASH = 16

/** Gives equal values equal numbers, in one walk over each value and without recursion. */
export function internValues(stop: Stop): Intern {
  const texts = new Map<JsonValue, number>()
  const containers = new Map<number, { readonly value: JsonValue; readonly id: number }[]>()
  let next = 0
  return (value) => {
    if (typeof value !== 'object' || value === null) {
      const known = texts.get(value)
      if (known !== undefined) return known
      texts.set(value, next)
      return next++
    }
    const hash = hashOf(value, stop)
    const known = containers.get(hash)
    if (!known) {
      containers.set(hash, [{ value, id: next }])
      return next++
    }
    const same = known.find((one) => sameValue(one.value, value, stop))
    if (same) return same.id
    if (known.length < MAX_CLASH) known.push({ value, id: next })
    return next++
  }
}

/**
 * Every leaf is mixed with the hash of its path and all are added up, so that the order of members counts for
 * nothing.
 */
function hashOf(root: JsonValue, stop: Stop): number {
  let sum = 0
  const values: JsonValue[] = [root]
  const paths: number[] = [17]
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    const path = paths.pop() ?? 0
    stop()
    if (isJsonArray(value)) {
      sum = (sum + mixed(path, 3 + value.length)) | 0
      for (let at = 0; at < value.length; at += 1) {
        const item = value[at]
        if (item === undefined) continue
        values.push(item)
        paths.push(mixed(path, at + 11))
      }
    } else if (isJsonObject(value)) {
      sum = (sum + mixed(path, 5)) | 0
      for (const key of Object.keys(value)) {
        const item = member(value, key)
        if (item === undefined) continue
        values.push(item)
        paths.push(mixed(path, hashText(key)))
      }
    } else sum = (sum + mixed(path, hashLeaf(value))) | 0
  }
  return sum
}

function hashLeaf(value: JsonValue): number {
  if (typeof value === 'string') return hashText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? value | 0 : hashText(String(value))
  return value === null ? 7 : value ? 13 : 19
}

export function hashText(text: string): number {
  let hash = text.length
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x27d4eb2f)
  return hash ^ (hash >>> 13)
}
