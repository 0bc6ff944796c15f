import { isJsonObject, member, type JsonObject, type JsonValue } from '../../../schema'

/** What a list's items are told apart by. */
export interface Identity {
  readonly key: string
  /** Made to be one: two items of different ids are two things. A name or title may be corrected. */
  readonly hard: boolean
}

/** Members that are made to tell things apart. */
export const hardKeys: readonly string[] = ['id', '_id', '@id', 'uuid', 'guid', 'key']
/** Members that tell things apart as long as nobody corrects them, the surest first. */
export const softKeys: readonly string[] = [
  'path',
  'slug',
  'url',
  'href',
  'src',
  'email',
  'code',
  'sku',
  'property',
  'name',
  'title',
  'label'
]
const identities: readonly Identity[] = [
  ...hardKeys.map((key) => ({ key, hard: true })),
  ...softKeys.map((key) => ({ key, hard: false }))
]

/**
 * The member by which the items of two lists are told apart: present in every item of both, a text or a
 * number, and unique in each list. Null when there is none, or when the lists have no value of it in common.
 */
export function identityOf(a: readonly JsonValue[], b: readonly JsonValue[]): Identity | null {
  const first = a[0]
  if (!isJsonObject(first) || !isJsonObject(b[0])) return null
  for (const identity of identities) {
    if (!Object.hasOwn(first, identity.key)) continue
    const inA = placesById(a, identity.key)
    const inB = inA && placesById(b, identity.key)
    if (!inA || !inB) continue
    for (const id of inA.keys()) if (inB.has(id)) return identity
  }
  return null
}

/** Where each id is; null unless every item has one of its own. */
export function placesById(items: readonly JsonValue[], key: string): Map<JsonValue, number> | null {
  const found = new Map<JsonValue, number>()
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]
    const id = isJsonObject(item) ? idOf(item, key) : null
    if (id === null) return null
    found.set(id, at)
    if (found.size <= at) return null
  }
  return found
}

function idOf(item: JsonObject, key: string): string | number | null {
  const id = member(item, key)
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? id : null
}

const naming = ['title', 'name', 'label', 'id', 'key', 'path', 'slug', 'property', 'email', 'url']

/**
 * What a person would call an item of a list: its title, name or id; null when it has nothing of the kind.
 */
export function nameOf(item: JsonValue | undefined): string | null {
  if (!isJsonObject(item)) return null
  for (const key of naming) {
    const value = member(item, key)
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 80) return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return null
}
