/** A JSON value as `JSON.parse` gives it. Treated as read-only everywhere: a change makes a new value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/**
 * The object's own member, `undefined` when it has none. Never finds `constructor`, `__proto__` and the like
 * by inheritance.
 */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** An object from entries; a key such as `__proto__` becomes a plain member, never the prototype. */
export function objectOf(entries: Iterable<readonly [string, JsonValue]>): JsonObject {
  return Object.fromEntries(entries)
}

/** Whether two JSON values are equal; the order of an object's members counts for nothing. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (isJsonArray(a))
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  )
}
