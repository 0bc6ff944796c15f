import { nameOf } from '../diff/identity'
import { internValues } from '../../core/intern'
import { isJsonArray, isJsonObject, member, type JsonValue } from '../../../schema'
import { changerOf, chunksOf, type Chunk } from '../../core/chunks'
import { mergeKeyed, type Keyed } from '../../core/keyed'
import { keysOf, type ThreeLists } from './identity'
import type { JsonMerging, Merge } from './merging'
import { below, placeOf, type At } from './places'

/**
 * Merges three lists: by a key of their items where they have one, else by the longest runs that all have in
 * common (MG3). Null when neither will do: then the whole list is in conflict.
 */
export function mergeList(
  lists: ThreeLists,
  at: At,
  merging: JsonMerging,
  merge: Merge
): readonly JsonValue[] | null {
  const keyOf = keysOf(lists, merging.keyAt?.(at))
  return keyOf ? mergeByKey(lists, keyOf, at, merging, merge) : mergeByRuns(lists, at, merging, merge)
}

function mergeByKey(
  lists: ThreeLists,
  keyOf: (item: JsonValue) => string,
  at: At,
  merging: JsonMerging,
  merge: Merge
): readonly JsonValue[] {
  const keyed = (list: readonly JsonValue[]): Keyed<JsonValue> =>
    new Map(list.map((item) => [keyOf(item), item]))
  const merged = mergeKeyed<JsonValue>({
    base: keyed(lists.base),
    local: keyed(lists.local),
    remote: keyed(lists.remote),
    item: (key, base, local, remote) => {
      const name = nameOf(local ?? remote ?? base) ?? key
      return merge({ base, local, remote }, below(at, key, name), merging, 'item')
    },
    rank: (item) => JSON.stringify(item),
    clash: () => {
      const choice = merging.decisions.decide({
        id: `${at.pointer}#order`,
        kind: 'order',
        place: placeOf(at),
        base: lists.base.map(keyOf),
        local: lists.local.map(keyOf),
        remote: lists.remote.map(keyOf),
        choices: ['local', 'remote']
      })
      return choice === 'remote' ? 'remote' : 'local'
    }
  })
  return [...merged.values()]
}

function mergeByRuns(
  lists: ThreeLists,
  at: At,
  merging: JsonMerging,
  merge: Merge
): readonly JsonValue[] | null {
  const intern = internValues(merging.stop)
  const numbers = {
    base: lists.base.map(intern),
    local: lists.local.map(intern),
    remote: lists.remote.map(intern)
  }
  const chunks = chunksOf(numbers.base, numbers.local, numbers.remote, merging.stop)
  const changers = chunks.map((chunk) => changerOf(chunk, numbers))
  // asked before anything is decided, so that a list in conflict leaves no decisions about its items behind
  if (chunks.some((chunk, index) => changers[index] === 'both' && !isItemByItem(chunk, lists))) return null
  return chunks.flatMap((chunk, index): readonly JsonValue[] => {
    if (changers[index] === 'both') return itemByItem(chunk, lists, at, merging, merge)
    return changers[index] === 'remote'
      ? lists.remote.slice(...chunk.remote)
      : lists.local.slice(...chunk.local)
  })
}

/** As many items on each side, each like the one in its place: the same items, changed by both. */
function isItemByItem({ base, local, remote }: Chunk, lists: ThreeLists): boolean {
  const length = base[1] - base[0]
  if (length !== local[1] - local[0] || length !== remote[1] - remote[0]) return false
  for (let step = 0; step < length; step += 1) {
    const old = lists.base[base[0] + step]
    if (!isLike(old, lists.local[local[0] + step]) || !isLike(old, lists.remote[remote[0] + step]))
      return false
  }
  return true
}

function itemByItem(
  { base, local, remote }: Chunk,
  lists: ThreeLists,
  at: At,
  merging: JsonMerging,
  merge: Merge
): JsonValue[] {
  return lists.base.slice(...base).flatMap((old, step) => {
    const index = base[0] + step
    const three = { base: old, local: lists.local[local[0] + step], remote: lists.remote[remote[0] + step] }
    const name = nameOf(three.local) ?? `Item ${index + 1}`
    return merge(three, below(at, index, name), merging, 'item') ?? []
  })
}

/** Whether two objects are likely one and the same: at least half of their members are equal. */
function isLike(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isJsonArray(a) && isJsonArray(b)) return a.length > 0 && a.length === b.length
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const equal = [...keys].filter((key) => JSON.stringify(member(a, key)) === JSON.stringify(member(b, key)))
  return equal.length * 2 >= keys.size
}
