import type * as Y from 'yjs'
import type { RoomKind } from '../epoch'
import type { Overlay } from '../overlay/overlay'
import type { SharedEnd } from './shared-end'

/** What is set over a seed, and the text that this makes. */
interface OverSeed {
  readonly overlay: Overlay
  source(): string
  /** Whether it can be written as exactly this text. */
  holds(text: string): boolean
  carry(base: string, mine: string): boolean
  undo(): boolean
  redo(): boolean
  close(): void
}

/**
 * Data that is written in together, as the editors of one window see it.
 * @typeParam R what was written here, and somebody else wrote over
 */
export abstract class SharedOverSeed<S extends OverSeed, R> implements SharedEnd {
  abstract readonly kind: RoomKind
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  /** Told of what was written here within ten seconds, and somebody else wrote over. */
  replaced: ((what: readonly R[]) => void) | null = null
  /** Read when it is first asked for: an editor may have read the same text already. */
  protected read: S | null = null

  constructor(protected readonly doc: Y.Doc) {}

  /** Reads what the document was filled from. */
  protected abstract begin(): S

  protected get shared(): S {
    return (this.read ??= this.begin())
  }

  /** How many steps can be taken back, one by one. */
  get depth(): number {
    return this.shared.overlay.depth
  }

  get canUndo(): boolean {
    return this.depth > 0
  }

  get canRedo(): boolean {
    return this.shared.overlay.left > 0
  }

  source(): string {
    return this.shared.source()
  }

  carry(base: string, mine: string): boolean {
    return this.shared.holds(mine) && this.shared.carry(base, mine)
  }

  /** As `carry`, of the values alone: how `mine` is written does not count. */
  carryValues(base: string, mine: string): boolean {
    return this.shared.carry(base, mine)
  }

  separate(): void {
    this.shared.overlay.separate()
  }

  /** Where somebody is in data is said by its names, not by places in a text. */
  placeOf(): Uint8Array {
    return new Uint8Array()
  }

  rangeOf(): null {
    return null
  }

  /** Takes the last step back. @returns false where that changes nothing any more */
  takeBack(): boolean {
    return this.shared.undo()
  }

  doAgain(): boolean {
    return this.shared.redo()
  }

  undo(): readonly number[] | null {
    return this.taken(
      () => this.canUndo,
      () => this.takeBack()
    )
  }

  redo(): readonly number[] | null {
    return this.taken(
      () => this.canRedo,
      () => this.doAgain()
    )
  }

  close(): void {
    this.changed = null
    this.typed = null
    this.replaced = null
    this.read?.close()
  }

  protected tell(replaced: readonly R[]): void {
    this.changed?.()
    if (replaced.length > 0) this.replaced?.(replaced)
  }

  /** What has no effect any more is passed over. */
  private taken(isMore: () => boolean, take: () => boolean): readonly number[] | null {
    if (this.typed?.pass() === false) {
      this.typed.giveBack()
      return []
    }
    while (isMore()) {
      if (!take()) continue
      this.changed?.()
      return []
    }
    return null
  }
}
