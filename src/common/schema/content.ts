import { isJsonArray, isJsonObject, objectOf, type JsonValue } from '../json/value'

/** Values nested deeper than this are never looked into: they count as content and are kept as they are. */
const MAX_DEPTH = 512

/**
 * Whether a value counts as present (F2, map A). Absent are `undefined`, `null`, `''`, blank text, and arrays
 * and objects that hold nothing present, at any depth. `false` and `0` are present.
 */
export function hasContent(value: JsonValue | undefined): boolean {
  return present(value, 0)
}

function present(value: JsonValue | undefined, depth: number): boolean {
  if (isBlank(value)) return false
  if (depth > MAX_DEPTH) return true
  if (isJsonArray(value)) return value.some((item) => present(item, depth + 1))
  if (isJsonObject(value)) return Object.values(value).some((item) => present(item, depth + 1))
  return true
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/**
 * The value without everything that counts as absent, also inside arrays; `undefined` when nothing is left.
 * Returns the very same object where nothing was left out. Text keeps its spaces.
 */
export function prune(value: JsonValue | undefined): JsonValue | undefined {
  return pruned(value, 0)
}

function pruned(value: JsonValue | undefined, depth: number): JsonValue | undefined {
  if (isBlank(value)) return undefined
  if (depth > MAX_DEPTH) return value
  if (isJsonArray(value)) return prunedArray(value, depth)
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => [key, pruned(item, depth + 1)] as const)
    const kept = entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]))
    if (kept.length === 0) return undefined
    const same = kept.length === entries.length && kept.every(([key, item]) => value[key] === item)
    return same ? value : objectOf(kept)
  }
  return value
}

function prunedArray(value: readonly JsonValue[], depth: number): JsonValue | undefined {
  const kept = value.map((item) => pruned(item, depth + 1)).filter((item) => item !== undefined)
  if (kept.length === 0) return undefined
  return kept.length === value.length && kept.every((item, index) => item === value[index]) ? value : kept
}
