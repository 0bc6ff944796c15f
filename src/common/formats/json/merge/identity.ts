import { hardKeys, placesById, softKeys } from '../diff/identity'
import { isJsonObject, member, type JsonValue } from '../../../schema'

type List = readonly JsonValue[]

export interface ThreeLists {
  readonly base: List
  readonly local: List
  readonly remote: List
}

/**
 * A key for each item of the three lists, by which items are found again: a member that identifies it in all
 * three, or the text itself in lists of different texts. Null when there is none.
 * @param named the member that the schema names
 */
export function keysOf(lists: ThreeLists, named?: string): ((item: JsonValue) => string) | null {
  const all = [lists.base, lists.local, lists.remote]
  const members = [...(named === undefined ? [] : [named]), ...hardKeys, ...softKeys]
  for (const key of members) {
    if (!all.every((list) => placesById(list, key) !== null)) continue
    const isMade = key === named || hardKeys.includes(key)
    const keyOf = (item: JsonValue) => idText(isJsonObject(item) ? member(item, key) : undefined)
    if (isMade || !renamedByBoth(lists, keyOf)) return keyOf
  }
  const isTexts = all.every(
    (list) => list.every((item) => typeof item === 'string') && new Set(list).size === list.length
  )
  return isTexts && !renamedByBoth(lists, idText) ? idText : null
}

const idText = (value: JsonValue | undefined): string => JSON.stringify(value ?? null)

/**
 * The same item went on both sides and something came on both: likely it was renamed twice, and is still one
 * item.
 */
function renamedByBoth({ base, local, remote }: ThreeLists, keyOf: (item: JsonValue) => string): boolean {
  const [b, l, r] = [base, local, remote].map((list) => new Set(list.map(keyOf)))
  if (!b || !l || !r) return false
  const goneTwice = [...b].some((key) => !l.has(key) && !r.has(key))
  const came = (keys: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...keys].some((key) => !b.has(key) && !others.has(key))
  return goneTwice && came(l, r) && came(r, l)
}
