import {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  sameJson,
  type JsonObject,
  type JsonValue
} from '../../json/value'
import { childField, type Field } from '../../schema'
import { carried as carriedText } from '../source/carried'
import { isLongText } from './form-text'
import { partnersOf } from './partners'

type Maybe = JsonValue | undefined

/**
 * What somebody has made of `base` elsewhere, done in the data as it is here, with nothing left to ask: of two
 * values theirs counts, of long texts the letters of both, and what they took away goes where it is as they knew it.
 * What came stays, of both.
 */
export function carriedData(
  base: JsonValue,
  theirs: JsonValue,
  here: JsonValue,
  field: Field | null = null
): JsonValue {
  return carried(base, theirs, here, field) ?? here
}

function carried(base: Maybe, theirs: Maybe, here: Maybe, field: Field | null): Maybe {
  if (sameJson(base, theirs)) return here
  if (sameJson(base, here) || sameJson(theirs, here)) return theirs
  if (isJsonObject(theirs) && isJsonObject(here))
    return members(isJsonObject(base) ? base : {}, theirs, here, field)
  if (isJsonArray(theirs) && isJsonArray(here))
    return items(isJsonArray(base) ? base : [], theirs, here, field?.kind === 'array' ? field.items : null)
  if (isLongText(field) && [base, theirs, here].every(isText))
    return carriedText(textIn(base), textIn(theirs), textIn(here)) || undefined
  // what somebody has changed here is not taken away
  return theirs ?? here
}

function members(base: JsonObject, theirs: JsonObject, here: JsonObject, field: Field | null): JsonObject {
  const keys = new Set([...Object.keys(here), ...Object.keys(theirs)])
  return objectOf(
    [...keys].flatMap((key): [string, JsonValue][] => {
      const own = field && childField(field, key)
      const value = carried(member(base, key), member(theirs, key), member(here, key), own)
      return value === undefined ? [] : [[key, value]]
    })
  )
}

/** Nothing is a text without letters. */
const isText = (value: Maybe): boolean => value === undefined || typeof value === 'string'
const textIn = (value: Maybe): string => (typeof value === 'string' ? value : '')

type Items = readonly JsonValue[]

function items(base: Items, theirs: Items, here: Items, field: Field | null): JsonValue[] {
  const [fromTheirs, fromHere] = [matched(base, theirs), matched(base, here)]
  const inTheirs = new Map(fromTheirs.map((at, place) => [at, place]))
  const kept = here.flatMap((item, place): { readonly from: number; readonly value: JsonValue }[] => {
    const from = fromHere[place] ?? -1
    const [old, other] = [base[from], inTheirs.get(from)]
    if (old === undefined) return [{ from: -1, value: item }]
    const value = carried(old, other === undefined ? undefined : theirs[other], item, field)
    return value === undefined ? [] : [{ from, value }]
  })
  const result = inOrderOf(kept, fromTheirs, isRising(fromHere) && !isRising(fromTheirs))
  const came = here.filter((_, place) => (fromHere[place] ?? -1) < 0)
  // what came stands behind what it stands behind there; what has come here already came once
  let at = 0
  theirs.forEach((item, place) => {
    const from = fromTheirs[place] ?? -1
    const known = from < 0 ? -1 : result.findIndex((one) => one.from === from)
    if (known >= 0) at = known + 1
    else if (from < 0 && !isTaken(came, item)) result.splice(at++, 0, { from: -1, value: item })
  })
  return result.map(({ value }) => value)
}

/** Whether an item is among those that came, which counts for one item. */
function isTaken(came: JsonValue[], item: JsonValue): boolean {
  const found = came.findIndex((one) => sameJson(one, item))
  if (found >= 0) came.splice(found, 1)
  return found >= 0
}

/** They have put what both have in another order, and nobody here has. */
function inOrderOf<T extends { readonly from: number }>(
  kept: readonly T[],
  fromTheirs: readonly number[],
  isTheirs: boolean
): T[] {
  if (!isTheirs) return [...kept]
  const wanted = fromTheirs.flatMap((from) => kept.find((one) => from >= 0 && one.from === from) ?? [])
  let next = 0
  return kept.map((one) => (wanted.includes(one) ? (wanted[next++] ?? one) : one))
}

function isRising(places: readonly number[]): boolean {
  const known = places.filter((place) => place >= 0)
  return known.every((place, at) => at === 0 || place > (known[at - 1] ?? -1))
}

/** Which item of the base each is; what has become another thing is none of it. */
const matched = (base: Items, others: Items): number[] =>
  partnersOf(base, others).map((from, at) => (isLike(base[from], others[at]) ? from : -1))

/** Whether two items are likely one and the same: at least half of their members are equal. */
function isLike(one: Maybe, other: Maybe): boolean {
  if (sameJson(one, other)) return true
  if (isJsonArray(one) && isJsonArray(other)) return true
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  const same = [...keys].filter((key) => sameJson(member(one, key), member(other, key)))
  return same.length * 2 >= keys.size
}
