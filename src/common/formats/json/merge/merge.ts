import { sameValue } from '../../core/same'
import { isJsonArray, isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../../schema'
import { createDecisions, type Choice, type ConflictKind } from '../../core/conflict'
import { mergeKeyed, type Keyed } from '../../core/keyed'
import { mergeList } from './list'
import type { JsonMerging, Maybe, Three } from './merging'
import { below, placeOf, ROOT_AT, type At } from './places'

/** Deeper than this a difference is a conflict on the whole value. */
const MAX_DEPTH = 512

/** Three states of one value in one; null when only a person can decide. */
export function mergedValue(
  three: Readonly<Record<'base' | 'local' | 'remote', JsonValue>>
): JsonValue | null {
  const decisions = createDecisions()
  const value = mergeValue(three, ROOT_AT, { decisions, stop: () => {} })
  return decisions.conflicts.length === 0 ? (value ?? {}) : null
}

/**
 * Merges three states of one value; `undefined` means that it is not there. Where both changed the same it
 * asks (MG2, MG6).
 */
export function mergeValue(three: Three, at: At, merging: JsonMerging, kind: ConflictKind = 'field'): Maybe {
  const { base, local, remote } = three
  if (sameValue(local, remote, merging.stop)) return local
  if (sameValue(base, local, merging.stop)) return remote
  if (sameValue(base, remote, merging.stop)) return local
  if (at.depth < MAX_DEPTH) {
    if (isJsonObject(base) && isJsonObject(local) && isJsonObject(remote))
      return mergeObject(base, local, remote, at, merging)
    if (isJsonArray(base) && isJsonArray(local) && isJsonArray(remote)) {
      const list = mergeList({ base, local, remote }, at, merging, mergeValue)
      return list ?? taken(three, at, merging, 'list')
    }
  }
  return taken(three, at, merging, kind)
}

/** Asks, and gives the side that was chosen. */
export function taken(three: Three, at: At, { decisions }: JsonMerging, kind: ConflictKind): Maybe {
  const choices: Choice[] = three.base === undefined ? ['local', 'remote'] : ['local', 'remote', 'base']
  const choice = decisions.decide({ id: at.pointer, kind, place: placeOf(at), ...three, choices })
  return choice === 'remote' ? three.remote : choice === 'base' ? three.base : three.local
}

/**
 * Member by member; the order of members counts for nothing, and is the local one's where both changed it.
 */
export function mergeObject(
  base: JsonObject,
  local: JsonObject,
  remote: JsonObject,
  at: At,
  merging: JsonMerging,
  kind: ConflictKind = 'field'
): JsonObject {
  const merged = mergeKeyed<JsonValue>({
    base: membersOf(base),
    local: membersOf(local),
    remote: membersOf(remote),
    item: (key, b, l, r) => mergeValue({ base: b, local: l, remote: r }, below(at, key), merging, kind),
    rank: (value) => JSON.stringify(value),
    clash: () => 'local'
  })
  return objectOf(merged)
}

const membersOf = (object: JsonObject): Keyed<JsonValue> => new Map(Object.entries(object))
