import type { Book } from '../../formats/sheet'
import { sameRows } from '../../formats/sheet/same-rows'
import { seedIn } from '../overlay/seed'
import { bookOf, SharedBook, type Replaced } from '../overlay/shared-book'
import { SharedOverSeed } from './shared-over-seed'

/** Sheets that are written in together, as the editors of one window see them. */
export class SharedData extends SharedOverSeed<SharedBook, Replaced> {
  readonly kind = 'data'

  get book(): Book {
    return this.shared.book
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

  protected begin(): SharedBook {
    return this.opened(bookOf(seedIn(this.doc)))
  }

  private opened(seed: Book): SharedBook {
    return new SharedBook(this.doc, seed, (_, replaced) => this.tell(replaced))
  }
}
