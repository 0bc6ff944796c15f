import type * as Y from 'yjs'
import type { Book } from '../../formats/sheet'
import { sameRows } from '../../formats/sheet/same-rows'
import { seedIn } from '../overlay/seed'
import { bookOf, SharedBook, type Replaced } from '../overlay/shared-book'
import type { SharedEnd } from './shared-end'

/** Sheets that are written in together, as the editors of one window see them. */
export class SharedData implements SharedEnd {
  readonly kind = 'data'
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  /** Told of what was written here within ten seconds, and somebody else wrote over. */
  replaced: ((cells: readonly Replaced[]) => void) | null = null
  /** Read when it is first asked for: an editor may have read the same text already. */
  private read: SharedBook | null = null

  constructor(private readonly doc: Y.Doc) {}

  private get shared(): SharedBook {
    return (this.read ??= this.opened(bookOf(seedIn(this.doc))))
  }

  get book(): Book {
    return this.shared.book
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

  /** An editor shows these sheets: what is the same has the ids from now on that it has there. */
  shownAs(book: Book): void {
    if (this.read && (book === this.book || this.canUndo || this.canRedo)) return
    this.read?.close()
    const seed = seedIn(this.doc)
    const { source } = book
    this.read = this.opened(
      source?.text === seed
        ? { format: source.format, sheets: source.sheets, source }
        : sameRows(book, bookOf(seed))
    )
  }

  /** Takes what the person has made of `book`. @param isStep it can be taken back by itself */
  edit(book: Book, isStep: boolean): void {
    if (isStep) this.separate()
    this.shared.edit(book)
  }

  carry(base: string, mine: string): boolean {
    return this.shared.holds(mine) && this.shared.carry(base, mine)
  }

  /** As `carry`, of the values alone: how `mine` is laid out does not count. */
  carryValues(base: string, mine: string): boolean {
    return this.shared.carry(base, mine)
  }

  separate(): void {
    this.shared.overlay.separate()
  }

  /** Where somebody is among cells is said by their names, not by places in a text. */
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

  private opened(seed: Book): SharedBook {
    return new SharedBook(this.doc, seed, (_, replaced) => {
      this.changed?.()
      if (replaced.length > 0) this.replaced?.(replaced)
    })
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
