import {
  childPointer,
  isJsonArray,
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue
} from '../../../schema'
import { longestRising } from '../../core/rising'
import { sameValue } from '../../core/same'
import { stopOf, type Stop, type StopOptions } from '../../core/stop'
import type { JsonChange, JsonDiff, Places } from './changes'
import { matchItems } from './items'

/** Deeper than this, and below longer pointers, what differs is replaced as a whole. */
const MAX_DEPTH = 512
const MAX_POINTER = 16_384

/**
 * What changed from one JSON value to another, field by field; items of arrays are found again by id or
 * content and told as moved. Empty when the values are equal, whatever the order of members. Works at any
 * depth.
 * @throws GalleyError cancelled when the caller stops it
 */
export function diffJson(before: JsonValue, after: JsonValue, options?: StopOptions): JsonDiff {
  const stop = stopOf(options)
  const changes: JsonChange[] = []
  const waiting: Step[] = [{ a: before, b: after, at: { before: '', after: '' }, depth: 0 }]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    stop()
    if ('kind' in step) {
      changes.push(step)
      continue
    }
    const steps = compared(step, stop)
    for (let last = steps.length - 1; last >= 0; last -= 1) waiting.push(steps[last] ?? step)
  }
  return changes
}

interface Pair {
  readonly a: JsonValue
  readonly b: JsonValue
  readonly at: Places
  readonly depth: number
}
type Step = Pair | JsonChange

function compared(pair: Pair, stop: Stop): readonly Step[] {
  const { a, b, at, depth } = pair
  if (a === b) return []
  const whole = depth >= MAX_DEPTH || at.before.length > MAX_POINTER
  if (!whole && isJsonArray(a) && isJsonArray(b)) return comparedItems(a, b, pair, stop)
  if (!whole && isJsonObject(a) && isJsonObject(b)) return comparedMembers(a, b, pair)
  return sameValue(a, b, stop) ? [] : [{ kind: 'replaced', at, before: a, after: b }]
}

function comparedMembers(a: JsonObject, b: JsonObject, { at, depth }: Pair): Step[] {
  const steps: Step[] = []
  let shared = 0
  for (const key of Object.keys(a)) {
    const old = a[key]
    const now = member(b, key)
    if (now !== undefined) shared += 1
    if (old === now || old === undefined) continue
    if (now === undefined) {
      steps.push({ kind: 'removed', within: at, at: childPointer(at.before, key), value: old })
    } else steps.push(pairAt(old, now, childPlaces(at, key, key), depth))
  }
  const keys = Object.keys(b)
  if (keys.length === shared) return steps
  for (const key of keys) {
    const value = b[key]
    if (value === undefined || Object.hasOwn(a, key)) continue
    steps.push({ kind: 'added', within: at, at: childPointer(at.after, key), value })
  }
  return steps
}

function comparedItems(
  a: readonly JsonValue[],
  b: readonly JsonValue[],
  { at, depth }: Pair,
  stop: Stop
): Step[] {
  const partners = matchItems(a, b, stop)
  const inOrder = longestRising(partners)
  const steps: Step[] = []
  const taken = new Uint8Array(b.length)
  for (let index = 0; index < a.length; index += 1) {
    const other = partners[index] ?? -1
    const old = a[index]
    const now = b[other]
    if (old === undefined) continue
    if (now === undefined) {
      steps.push({ kind: 'removed', within: at, at: childPointer(at.before, index), value: old })
      continue
    }
    taken[other] = 1
    if (!inOrder[index]) steps.push({ kind: 'moved', at: childPlaces(at, index, other) })
    if (old !== now) steps.push(pairAt(old, now, childPlaces(at, index, other), depth))
  }
  b.forEach((value, index) => {
    if (!taken[index]) steps.push({ kind: 'added', within: at, at: childPointer(at.after, index), value })
  })
  return steps
}

const pairAt = (a: JsonValue, b: JsonValue, at: Places, depth: number): Pair => ({
  a,
  b,
  at,
  depth: depth + 1
})

function childPlaces(at: Places, before: string | number, after: string | number): Places {
  return { before: childPointer(at.before, before), after: childPointer(at.after, after) }
}
