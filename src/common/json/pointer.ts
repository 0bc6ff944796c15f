import { isJsonArray, isJsonObject, member, type JsonValue } from './value'

/**
 * JSON Pointers (RFC 6901). `''` is the whole value; `/crew/0/name` is a member below it. In this folder a
 * pointer into the data is rooted at the data itself, without a leading `/data`.
 */
export type Pointer = string

function escapeSegment(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment
}

export function childPointer(parent: Pointer, segment: string | number): Pointer {
  return `${parent}/${typeof segment === 'number' ? segment : escapeSegment(segment)}`
}

/** The decoded segments; `[]` for the root. */
export function segmentsOfPointer(pointer: Pointer): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerOf(segments: readonly (string | number)[]): Pointer {
  return segments.reduce<string>(childPointer, '')
}

/** The pointer of what holds this place; the root is its own parent. */
export function parentPointer(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** True when `pointer` is `ancestor` or lies below it. */
export function isAtOrBelow(pointer: Pointer, ancestor: Pointer): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`)
}

/** The index that an array segment names; `null` for `-`, leading zeros and everything else that is none. */
export function indexOf(segment: string): number | null {
  return /^(?:0|[1-9]\d{0,9})$/.test(segment) ? Number(segment) : null
}

/** The value at a place, `undefined` when there is none. Finds own members only. */
export function valueAt(root: JsonValue | undefined, pointer: Pointer): JsonValue | undefined {
  let value = root
  for (const segment of segmentsOfPointer(pointer)) value = childValue(value, segment)
  return value
}

export function childValue(value: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    const index = indexOf(segment)
    return index === null ? undefined : value[index]
  }
  return isJsonObject(value) ? member(value, segment) : undefined
}

/**
 * A copy of `root` with the value at `pointer` replaced; only the objects and arrays on the way are copied.
 * `undefined` removes an object's member or an array's item. Missing objects on the way are made; an index
 * past an array's end appends.
 */
export function withValueAt(
  root: JsonValue | undefined,
  pointer: Pointer,
  value: JsonValue | undefined
): JsonValue | undefined {
  return replaced(root, segmentsOfPointer(pointer), 0, value)
}

function replaced(
  at: JsonValue | undefined,
  segments: readonly string[],
  depth: number,
  value: JsonValue | undefined
): JsonValue | undefined {
  const segment = segments[depth]
  if (segment === undefined) return value
  const child = replaced(childValue(at, segment), segments, depth + 1, value)
  if (isJsonArray(at)) return withItem(at, indexOf(segment), child)
  const object = isJsonObject(at) ? at : {}
  if (child !== undefined) return { ...object, [segment]: child }
  if (!Object.hasOwn(object, segment)) return at
  const { [segment]: _removed, ...rest } = object
  return rest
}

function withItem(
  array: readonly JsonValue[],
  index: number | null,
  item: JsonValue | undefined
): readonly JsonValue[] {
  if (index === null) return array
  if (item === undefined) return array.filter((_, at) => at !== index)
  if (index >= array.length) return [...array, item]
  return array.map((old, at) => (at === index ? item : old))
}
