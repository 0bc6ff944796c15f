import { isJsonArray, isJsonObject, sameJson, type JsonValue } from '../../../../../common/schema'
import { childPointer, childValue, segmentsOfPointer, type Pointer } from '../../../../../common/json/pointer'

interface ChangedPlace {
  readonly pointer: Pointer
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/**
 * The smallest part of the data that holds everything that differs; the root itself when several of its
 * members do.
 */
export function changedPlace(before: JsonValue | undefined, after: JsonValue | undefined): ChangedPlace {
  let at: ChangedPlace = { pointer: '', before, after }
  for (let next = step(at); next !== null; next = step(at)) at = next
  return at
}

function step({ pointer, before, after }: ChangedPlace): ChangedPlace | null {
  const keys = keysOf(before, after)
  if (!keys) return null
  const different = keys.filter((key) => !sameJson(childValue(before, key), childValue(after, key)))
  const [key] = different
  if (key === undefined || different.length > 1) return null
  return {
    pointer: childPointer(pointer, key),
    before: childValue(before, key),
    after: childValue(after, key)
  }
}

/** Whether all but one place is the very same. */
export function sameBeside(before: JsonValue, after: JsonValue, pointer: Pointer): boolean {
  let [one, other]: (JsonValue | undefined)[] = [before, after]
  for (const segment of segmentsOfPointer(pointer)) {
    if (isJsonArray(one) && isJsonArray(other)) {
      const [a, b] = [one, other]
      if (a.length !== b.length || a.some((item, at) => String(at) !== segment && item !== b[at]))
        return false
    } else if (isJsonObject(one) && isJsonObject(other)) {
      const [a, b] = [one, other]
      const keys = new Set([...Object.keys(a), ...Object.keys(b)])
      if ([...keys].some((key) => key !== segment && a[key] !== b[key])) return false
    } else return one === undefined
    ;[one, other] = [childValue(one, segment), childValue(other, segment)]
  }
  return true
}

/** Of two objects all keys; of two lists of one length their places; of anything else none. */
function keysOf(before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] | null {
  if (isJsonArray(before) && isJsonArray(after)) {
    return before.length === after.length ? before.map((_, index) => String(index)) : null
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
