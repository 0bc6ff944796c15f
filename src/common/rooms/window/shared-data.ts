import type * as Y from 'yjs'
import type { Book } from '../../formats/sheet'
import { seedIn } from '../overlay/seed'
import { bookOf, SharedBook } from '../overlay/shared-book'
import type { SharedEnd } from './shared-end'

/** Milliseconds in which what is typed is one step. */
const ONE_STEP = 1000

/** Sheets that are written in together, as the editors of one window see them. */
export class SharedData implements SharedEnd {
  readonly kind = 'data'
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  private readonly shared: SharedBook
  private isAlone = false
  private last = 0

  constructor(doc: Y.Doc) {
    this.shared = new SharedBook(doc, bookOf(seedIn(doc)), () => this.changed?.())
  }

  get book(): Book {
    return this.shared.book
  }

  get canUndo(): boolean {
    return this.shared.overlay.canUndo
  }

  get canRedo(): boolean {
    return this.shared.overlay.canRedo
  }

  source(): string {
    return this.shared.source()
  }

  /** Takes what the person has made of `book`. @param isStep it can be taken back by itself */
  edit(book: Book, isStep: boolean): void {
    const now = Date.now()
    if (isStep || this.isAlone || now - this.last > ONE_STEP) this.shared.overlay.separate()
    this.last = isStep || this.isAlone ? 0 : now
    this.isAlone = false
    this.shared.edit(book)
  }

  carry(base: string, mine: string): boolean {
    return this.shared.holds(mine) && this.shared.carry(base, mine)
  }

  separate(): void {
    this.isAlone = true
  }

  /** Where somebody is among cells is said by their names, not by places in a text. */
  placeOf(): Uint8Array {
    return new Uint8Array()
  }

  rangeOf(): null {
    return null
  }

  undo(): readonly number[] | null {
    return this.taken(() => this.shared.undo())
  }

  redo(): readonly number[] | null {
    return this.taken(() => this.shared.redo())
  }

  close(): void {
    this.changed = null
    this.typed = null
    this.shared.close()
  }

  private taken(take: () => boolean): readonly number[] | null {
    this.typed?.pass()
    if (!take()) return null
    this.last = 0
    this.changed?.()
    return []
  }
}
