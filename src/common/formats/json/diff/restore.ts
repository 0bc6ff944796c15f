import {
  isJsonArray,
  parentPointer,
  segmentsOfPointer,
  valueAt,
  withValueAt,
  type JsonValue,
  type Pointer
} from '../../../schema'
import { keptOrder, placeBehind, type ListChange } from '../../core/kept-order'
import { spliced } from '../../core/spliced'
import { holderOf, type JsonChange, type JsonDiff, type Places } from './changes'

/** The two states that were compared, and what leads from the older to the newer one. */
export interface JsonComparison {
  readonly before: JsonValue
  readonly after: JsonValue
  readonly diff: JsonDiff
}

/**
 * The newer value with one change taken back: a field has its old value again, an item that was removed
 * stands behind the one that it stood behind, a moved one is back in its place. Everything else stays as it
 * is in the newer value.
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

function orderOf({ before: at }: Places, before: JsonValue, diff: JsonDiff): Int32Array {
  const holder = valueAt(before, at)
  const changes: ListChange[] = []
  for (const change of diff) {
    if (change.kind === 'replaced' || holderOf(change)?.before !== at) continue
    if (change.kind !== 'moved') changes.push({ kind: change.kind, at: indexIn(change.at) })
    else
      changes.push({
        kind: 'moved',
        at: { before: indexIn(change.at.before), after: indexIn(change.at.after) }
      })
  }
  return keptOrder(isJsonArray(holder) ? holder.length : 0, changes)
}

const indexIn = (pointer: Pointer) => Number(segmentsOfPointer(pointer).at(-1))
