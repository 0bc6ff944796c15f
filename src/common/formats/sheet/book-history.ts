import type { Book, Row, Sheet } from './book'
import type { SheetView } from './sheet-view'

/** Where the person is taken when a step is taken back or done again. */
export interface StepPlace {
  readonly sheet: number
  readonly row: number
  readonly column: number
}

export interface Step {
  /** `Paste`, `Rename column`: for the menu and for screen readers. */
  readonly title: string
  readonly place: StepPlace | null
  /** How a sheet is looked at, where that is what changed, or part of it (SH6). */
  readonly view?: { readonly sheet: number; readonly before: SheetView; readonly after: SheetView }
}

/** What changed: the few rows whose cells did, or the whole book. Unchanged rows are shared. */
type Change =
  | {
      readonly kind: 'rows'
      readonly sheet: number
      readonly rows: readonly RowChange[]
      readonly was: Sheet
      readonly is: Sheet
    }
  | { readonly kind: 'book'; readonly before: Book; readonly after: Book }
  /** Nothing in the book. */
  | { readonly kind: 'none' }

interface RowChange {
  readonly index: number
  readonly before: Row
  readonly after: Row
}

type Done = Step & { readonly change: Change }

const MOST = 500

/**
 * What was done to a book, and what was taken back. Taking back gives the very same rows, so that they are
 * written as they were read.
 */
export class BookHistory {
  private done: Done[] = []
  private undone: Done[] = []

  push(before: Book, after: Book, step: Step): void {
    this.undone = []
    this.done = [...this.done.slice(1 - MOST), { ...step, change: changeOf(before, after) }]
  }

  undo(book: Book): { readonly book: Book; readonly step: Step } | null {
    const last = this.done.at(-1)
    if (!last) return null
    this.done = this.done.slice(0, -1)
    this.undone = [...this.undone, last]
    return { book: applied(book, last.change, 'before'), step: last }
  }

  redo(book: Book): { readonly book: Book; readonly step: Step } | null {
    const last = this.undone.at(-1)
    if (!last) return null
    this.undone = this.undone.slice(0, -1)
    this.done = [...this.done, last]
    return { book: applied(book, last.change, 'after'), step: last }
  }

  get undoTitle(): string | null {
    return this.done.at(-1)?.title ?? null
  }

  get redoTitle(): string | null {
    return this.undone.at(-1)?.title ?? null
  }
}

function changeOf(before: Book, after: Book): Change {
  if (before === after) return { kind: 'none' }
  const whole: Change = { kind: 'book', before, after }
  if (
    before.source !== after.source ||
    before.format !== after.format ||
    before.sheets.length !== after.sheets.length
  )
    return whole
  const changed = after.sheets.flatMap((sheet, index) => {
    const old = before.sheets[index]
    return old && old !== sheet ? [{ old, sheet }] : []
  })
  const [only, ...more] = changed
  if (!only || more.length > 0) return whole
  const { old, sheet } = only
  const sameForm =
    old.shape === sheet.shape &&
    old.columns === sheet.columns &&
    old.name === sheet.name &&
    old.id === sheet.id
  if (!sameForm || old.private !== sheet.private) return whole
  const rows: RowChange[] = []
  for (let index = 0; index < sheet.rows.length; index++) {
    const was = old.rows[index]
    const is = sheet.rows[index]
    if (was && is && was !== is) rows.push({ index, before: was, after: is })
  }
  if (rows.length > sheet.rows.length / 4 && rows.length > 50) return whole
  return { kind: 'rows', sheet: sheet.id, rows, was: { ...old, rows: [] }, is: { ...sheet, rows: [] } }
}

function applied(book: Book, change: Change, which: 'before' | 'after'): Book {
  if (change.kind === 'none') return book
  if (change.kind === 'book') return change[which]
  const sheets = book.sheets.map((sheet) => {
    if (sheet.id !== change.sheet) return sheet
    const rows = [...sheet.rows]
    for (const row of change.rows) rows[row.index] = row[which]
    const { source } = sheet
    const asRead =
      source !== null &&
      source.rows.length === rows.length &&
      source.rows.every((row, at) => row === rows[at])
    return { ...(which === 'before' ? change.was : change.is), rows: asRead ? source.rows : rows }
  })
  return { ...book, sheets }
}
