import { isJsonArray, isJsonObject, objectOf, type JsonValue } from '../../json/value'
import { isStorableKey } from '../../schema/keys'
import { wellFormed } from '../flat/formats'
import { memberOf } from './cells'
import { isLater, type Entry, type Spot } from './entries'

/**
 * What is set at a place of a form's data: a value, that it holds members or items (which are set below it), or
 * null where it holds nothing.
 */
type KeptValue = { readonly v: unknown } | { readonly k: 'o' | 'l' } | null

/** Values lie at most so deep, as in what can be typed. */
export const DEEPEST_DATA = 400

/** Below a spot each person has places of their own for what they set there. */
export const BY = '~'

const escaped: Readonly<Record<string, string>> = { '%': '%25', '/': '%2F', '~': '%7E' }

/** The name of a member of an object in a path; items of lists go by their ids. */
export const memberName = (key: string): string =>
  `.${key.replace(/[%/~]/g, (sign) => escaped[sign] ?? sign)}`

/** Null for what names no member: anybody may have written anything. */
export function keyIn(name: string): string | null {
  if (!name.startsWith('.')) return null
  const key = name
    .slice(1)
    .replace(/%25|%2F|%7E/g, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
  return memberName(key) === name && isStorableKey(key) && wellFormed(key) === key ? key : null
}

/** The spot that a name of a person's own belongs to. */
export const bareName = (name: string): string => {
  const end = name.indexOf(BY)
  return end < 0 ? name : name.slice(0, end)
}

export function keptValue(value: JsonValue): KeptValue {
  return { v: plain(value) }
}

export const keptKind = (value: JsonValue): KeptValue => ({ k: isJsonArray(value) ? 'l' : 'o' })

/** `object` and `list`: what is below it is set there. */
export function kindIn({ value }: Entry): 'object' | 'list' | null {
  const kind = memberOf(value, 'k')
  return kind === 'o' ? 'object' : kind === 'l' ? 'list' : null
}

/** The value that is set; undefined for nothing, and for what is none. */
export const valueIn = ({ value }: Entry): JsonValue | undefined => jsonIn(memberOf(value, 'v'))

/** What several people have set at one place: the latest, and all of it. */
export interface SetThere {
  readonly last: Entry
  readonly all: readonly Entry[]
}

/** What is set in each spot below one, by its name. */
export function setBelow(spot: Spot): ReadonlyMap<string, SetThere> {
  const found = new Map<string, { last: Entry; all: Entry[] }>()
  for (const [name, { value }] of spot.below ?? []) {
    const bare = bareName(name)
    if (!value || bare === name) continue
    const known = found.get(bare)
    if (!known) found.set(bare, { last: value, all: [value] })
    else {
      known.all.push(value)
      if (isLater(value, known.last)) known.last = value
    }
  }
  return found
}

function plain(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormed(value)
  if (isJsonArray(value)) return value.map(plain)
  return isJsonObject(value)
    ? objectOf(Object.entries(value).map(([key, item]) => [key, plain(item)]))
    : value
}

function jsonIn(value: unknown, depth = 0): JsonValue | undefined {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || depth > DEEPEST_DATA) return undefined
  if (Array.isArray(value)) return value.map((item) => jsonIn(item, depth + 1) ?? '')
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  return objectOf(
    Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
      const read = isStorableKey(key) && wellFormed(key) === key ? jsonIn(item, depth + 1) : undefined
      return read === undefined ? [] : [[key, read]]
    })
  )
}
