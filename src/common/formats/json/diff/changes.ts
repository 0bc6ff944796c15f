import { parentPointer, type JsonValue, type Pointer } from '../../../schema'

/** One and the same thing in both states: an item of an array may have another index in each. */
export interface Places {
  readonly before: Pointer
  readonly after: Pointer
}

/**
 * A change of one field or item. Pointers named `before` lead into the older state, those named `after` into
 * the newer one.
 */
export type JsonChange =
  | {
      readonly kind: 'added'
      /** The object or array that it was added to, which is in both states. */
      readonly within: Places
      /** In the newer state. */
      readonly at: Pointer
      readonly value: JsonValue
    }
  | {
      readonly kind: 'removed'
      readonly within: Places
      /** In the older state. */
      readonly at: Pointer
      readonly value: JsonValue
    }
  | { readonly kind: 'replaced'; readonly at: Places; readonly before: JsonValue; readonly after: JsonValue }
  /**
   * An item of an array that stands elsewhere among those that both states have; what changed in it is told
   * beside.
   */
  | { readonly kind: 'moved'; readonly at: Places }

/** What leads from an older value to a newer one, in the order of the document. Empty when they are equal. */
export type JsonDiff = readonly JsonChange[]

/** The way back: what leads from the newer value to the older one. */
export function invertJson(diff: JsonDiff): JsonDiff {
  return diff.map((change): JsonChange => {
    switch (change.kind) {
      case 'added':
        return { ...change, kind: 'removed', within: swapped(change.within) }
      case 'removed':
        return { ...change, kind: 'added', within: swapped(change.within) }
      case 'replaced':
        return { kind: 'replaced', at: swapped(change.at), before: change.after, after: change.before }
      case 'moved':
        return { kind: 'moved', at: swapped(change.at) }
    }
  })
}

const swapped = ({ before, after }: Places): Places => ({ before: after, after: before })

/** The object or array that the change is in; null when the whole value was replaced. */
export function holderOf(change: JsonChange): Places | null {
  if (change.kind === 'added' || change.kind === 'removed') return change.within
  if (change.at.before === '') return null
  return { before: parentPointer(change.at.before), after: parentPointer(change.at.after) }
}
