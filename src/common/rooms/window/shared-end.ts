import type { RoomKind } from '../epoch'

/** What is typed where it is not shared at once. */
interface Typed {
  readonly isBehind: boolean
  /** Has it be shared. @returns false where it cannot be */
  pass(): boolean
  /** What cannot be shared is taken back. */
  giveBack(): void
}

/** A document that is written in together, for whatever editor of a window has its text. */
export interface SharedEnd {
  readonly kind: RoomKind
  /** Told when others, or an undo, have changed it. */
  changed: (() => void) | null
  /** What may be typed and not shared yet: it is the first that is taken back. */
  typed: Typed | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The text as a file would hold it. */
  source(): string
  /**
   * Takes in what was made of `base`, which this came from: it can be taken back. False, and nothing is
   * changed, where one of the two cannot be read as what is shared.
   */
  carry(base: string, mine: string): boolean
  /** What is typed next is taken back by itself: it is more than a letter. */
  separate(): void
  /** A place in it, as others are told; `anchor` and `head` are positions of what an editor shows. */
  placeOf(anchor: number, head: number): Uint8Array
  /** Where that is now; null where it is nowhere. */
  rangeOf(place: Uint8Array): readonly [anchor: number, head: number] | null
  /** Takes back what was done here last. @returns where the selection was; null where there is nothing */
  undo(): readonly number[] | null
  redo(): readonly number[] | null
  close(): void
}
