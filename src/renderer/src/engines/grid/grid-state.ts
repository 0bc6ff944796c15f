import {
  shownRows,
  stillShown,
  wholeSheet,
  isWhole,
  type Area,
  type Sheet,
  type SheetView,
  type StepPlace
} from '../../../../common/formats/sheet'
import { layoutOf, ROW, type Layout } from './layout'
import { createSignal } from '../../state/signal'

/** A cell in the view; row -1 is the row of names. */
export interface Spot {
  readonly row: number
  readonly column: number
}

/**
 * What is selected: from the anchor to the head, whole rows or whole columns where the person chose those.
 */
export interface Selection {
  readonly anchor: Spot
  readonly head: Spot
  readonly kind: 'cells' | 'rows' | 'columns'
}

/** The cell whose text is being changed; `typed`: it began with a key, and replaces what is there. */
interface Editing {
  readonly row: number
  readonly slot: number
  readonly typed: boolean
  /** What the field begins with. */
  readonly text: string
}

/** Pixels that are shown before a cell that was scrolled to. */
const AHEAD = 200

const start: Selection = { anchor: { row: 0, column: 0 }, head: { row: 0, column: 0 }, kind: 'cells' }

/** Where a person is in one sheet, and how it is looked at. */
export class GridState {
  readonly moved = createSignal<void>()
  readonly viewed = createSignal<void>()
  readonly edited = createSignal<void>()
  /** A cell is to be seen, wherever the selection is. */
  readonly sought = createSignal<Spot>()
  selection: Selection = start
  editing: Editing | null = null
  /** The column whose name is being changed. */
  renaming: number | null = null
  view: SheetView = wholeSheet
  scroll = { left: 0, top: 0 }
  /** After Escape the next Tab leaves the grid, as everywhere else. */
  leaving = false
  /** Rows on one page. */
  page = 10
  private field: (() => void) | null = null
  private layout: { readonly columns: Sheet['columns']; readonly layout: Layout } | null = null
  private rows: readonly number[] | null = null
  private rowsOf: object | null = null

  /** The places in the sheet of the rows that are shown, in their order. */
  shown(sheet: Sheet): readonly number[] {
    if (!this.rows || this.rowsOf !== sheet.shape) {
      this.rows = shownRows(sheet, this.view)
      this.rowsOf = sheet.shape
    }
    return this.rows
  }

  /**
   * Where the columns lie; found anew only when columns change, so that nothing moves while somebody types.
   */
  layoutOf(sheet: Sheet): Layout {
    if (this.layout?.columns !== sheet.columns) {
      this.layout = { columns: sheet.columns, layout: layoutOf(sheet.columns, sheet.rows) }
    }
    return this.layout.layout
  }

  setView(view: SheetView): void {
    this.view = view
    this.rows = null
    this.select({
      ...this.selection,
      anchor: { ...this.selection.head, row: 0 },
      head: { ...this.selection.head, row: 0 },
      kind: 'cells'
    })
    this.viewed.notify()
  }

  /** Sorts and filters anew: what was changed since may have another place, or none. */
  again(): void {
    this.setView(this.view)
  }

  /** The sheet is another one now. */
  follow(before: Sheet, after: Sheet): void {
    const gone = (slot: number) => !after.columns.some((column) => column.slot === slot)
    const { sort, filters } = this.view
    if ((sort && gone(sort.slot)) || filters.some(({ slot }) => gone(slot))) {
      this.view = {
        sort: sort && gone(sort.slot) ? null : sort,
        filters: filters.filter(({ slot }) => !gone(slot))
      }
      this.rows = null
    }
    const at = before.rows[this.shown(before)[this.selection.anchor.row] ?? -1]?.id
    if (before.shape !== after.shape && this.rows && !isWhole(this.view)) {
      this.rows = stillShown(before, this.shown(before), after)
      this.rowsOf = after.shape
    }
    if (this.editing && gone(this.editing.slot)) this.endEditing()
    if (this.editing && !after.rows.some(({ id }) => id === this.editing?.row)) this.endEditing()
    const rows = this.shown(after).length
    const inside = ({ row, column }: Spot): Spot => ({
      row: Math.max(-1, Math.min(row, rows - 1)),
      column: Math.max(0, Math.min(column, after.columns.length - 1))
    })
    const by = before.shape === after.shape ? 0 : this.placeOf(after, at) - this.selection.anchor.row
    const shifted = ({ row, column }: Spot) => inside({ row: row < 0 ? row : row + by, column })
    const { anchor, head, kind } = this.selection
    this.select({ anchor: shifted(anchor), head: shifted(head), kind }, false)
  }

  /** The place of a row in the view; that of the chosen cell when it is not there. */
  private placeOf(sheet: Sheet, id: number | undefined): number {
    const { row } = this.selection.anchor
    if (id === undefined) return row
    const place = this.shown(sheet).findIndex((index) => sheet.rows[index]?.id === id)
    return place < 0 ? row : place
  }

  /** Whether the last move wants to be seen; what was pasted may reach far beyond the screen. */
  seen = true

  select(selection: Selection, seen = true): void {
    const { anchor, head, kind } = this.selection
    const same = (a: Spot, b: Spot) => a.row === b.row && a.column === b.column
    if (same(anchor, selection.anchor) && same(head, selection.head) && kind === selection.kind) return
    this.selection = selection
    this.seen = seen
    this.moved.notify()
  }

  /** Selects one cell. */
  goTo(spot: Spot): void {
    this.select({ anchor: spot, head: spot, kind: 'cells' })
  }

  /** Scrolls to a cell; a grid that is still to be drawn begins there. */
  reveal(spot: Spot, sheet: Sheet): void {
    if (this.field) return this.sought.notify(spot)
    const left = this.layoutOf(sheet).edges[spot.column] ?? 0
    this.scroll = { left: Math.max(0, left - AHEAD), top: Math.max(0, spot.row * ROW - AHEAD) }
  }

  /** The selected cells, within what is there. */
  area(sheet: Sheet): Area {
    const { anchor, head, kind } = this.selection
    const lastRow = Math.max(0, this.shown(sheet).length - 1)
    const lastColumn = Math.max(0, sheet.columns.length - 1)
    const top = kind === 'columns' ? 0 : Math.max(0, Math.min(anchor.row, head.row))
    const bottom = kind === 'columns' ? lastRow : Math.max(0, anchor.row, head.row)
    const left = kind === 'rows' ? 0 : Math.min(anchor.column, head.column)
    const right = kind === 'rows' ? lastColumn : Math.max(anchor.column, head.column)
    return { top, left, bottom: Math.min(bottom, lastRow), right: Math.min(right, lastColumn) }
  }

  /** Gives the keyboard to the grid, while it is shown. */
  focus(): void {
    this.field?.()
  }

  /** The grid that takes the keyboard. @returns a function that says it is gone */
  attach(focus: () => void): () => void {
    this.field = focus
    return () => {
      if (this.field === focus) this.field = null
    }
  }

  leave(leaving: boolean): void {
    this.leaving = leaving
  }

  /** Where the sheet is scrolled to, and how many rows fit. */
  scrolled(left: number, top: number, page: number): void {
    this.scroll = { left, top }
    this.page = page
  }

  beginEditing(editing: Editing): void {
    this.editing = editing
    this.edited.notify()
  }

  endEditing(): void {
    if (!this.editing) return
    this.editing = null
    this.edited.notify()
  }

  rename(slot: number | null): void {
    this.renaming = slot
    this.edited.notify()
  }

  /** Where a step is done, to come back to it. */
  place(sheet: number): StepPlace {
    const { row, column } = this.selection.anchor
    return { sheet, row, column }
  }
}
