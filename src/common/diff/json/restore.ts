import {
  isJsonArray,
  parentPointer,
  segmentsOfPointer,
  valueAt,
  withValueAt,
  type JsonValue,
  type Pointer
} from '../../schema'
import { spliced } from '../core/spliced'
import { holderOf, type JsonChange, type JsonDiff, type Places } from './changes'

/** The two states that were compared, and what leads from the older to the newer one. */
export interface JsonComparison {
  readonly before: JsonValue
  readonly after: JsonValue
  readonly diff: JsonDiff
}

/**
 * The newer value with one change taken back: a field has its old value again, an item that was removed stands behind the one
 * that it stood behind, a moved one is back in its place. Everything else stays as it is in the newer value.
 */
export function restoreJson({ before, after, diff }: JsonComparison, change: JsonChange): JsonValue {
  switch (change.kind) {
    case 'replaced':
      return withValueAt(after, change.at.after, change.before) ?? change.before
    case 'added':
      return withValueAt(after, change.at, undefined) ?? null
    case 'removed': {
      const { within, at, value } = change
      const holder = valueAt(after, within.after)
      if (!isJsonArray(holder)) {
        return withValueAt(after, `${within.after}${at.slice(parentPointer(at).length)}`, value) ?? value
      }
      const index = placeBehind(indexIn(at), orderOf(within, before, diff))
      return withValueAt(after, within.after, spliced(holder, index, 0, value)) ?? null
    }
    case 'moved': {
      const within = { before: parentPointer(change.at.before), after: parentPointer(change.at.after) }
      const holder = valueAt(after, within.after)
      if (!isJsonArray(holder)) return after
      const from = indexIn(change.at.after)
      const index = placeBehind(indexIn(change.at.before), orderOf(within, before, diff))
      const item = holder.slice(from, from + 1)
      const to = index - (index > from ? 1 : 0)
      const without = spliced(holder, from, 1)
      return withValueAt(after, within.after, spliced(without, to, 0, ...item)) ?? null
    }
  }
}

/** Where the items of an array that have kept their order are now; -1 for the others. */
export function orderOf({ before: at }: Places, before: JsonValue, diff: JsonDiff): Int32Array {
  const holder = valueAt(before, at)
  const length = isJsonArray(holder) ? holder.length : 0
  const left = new Uint8Array(length)
  const come = new Set<number>()
  for (const change of diff) {
    if (change.kind === 'replaced' || holderOf(change)?.before !== at) continue
    if (change.kind === 'added') come.add(indexIn(change.at))
    else if (change.kind === 'removed') left[indexIn(change.at)] = 1
    else {
      left[indexIn(change.at.before)] = 1
      come.add(indexIn(change.at.after))
    }
  }
  let next = 0
  return Int32Array.from(left, (gone) => {
    if (gone) return -1
    while (come.has(next)) next += 1
    return next++
  })
}

/** The index right behind the nearest item before this one that both states have; 0 when there is none. */
function placeBehind(index: number, order: Int32Array): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const now = order[at] ?? -1
    if (now >= 0) return now + 1
  }
  return 0
}

const indexIn = (pointer: Pointer) => Number(segmentsOfPointer(pointer).at(-1))
