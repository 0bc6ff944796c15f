import {
  clearCells,
  deleteColumns,
  deleteRows,
  duplicateRows,
  filled,
  freeColumnName,
  insertColumns,
  insertRows,
  isWhole,
  moveColumn,
  moveRows,
  reorderRows,
  resizeColumn,
  shownRows,
  sheetOf,
  type Area,
  type Sheet,
  type SheetView
} from '../../../../common/formats/sheet'
import { notify } from '../../workbench/toast'
import type { GridState } from './grid-state'
import type { SheetStore } from './sheet-store'

/** One sheet that is shown: everything an action needs. */
export interface Shown {
  readonly store: SheetStore
  readonly id: number
  readonly state: GridState
}

export const sheetIn = ({ store, id }: Shown): Sheet | undefined => sheetOf(store.book, id)

/** Does a step, and says so when it cannot be done. @param view how the sheet is looked at from then on */
export function act(
  { store, id }: Shown,
  title: string,
  change: (sheet: Sheet) => Sheet | { readonly problem: string },
  view?: SheetView
): boolean {
  const problem = store.edit(id, title, change, view)
  if (problem !== null) notify(problem)
  return problem === null
}

/** The places in the sheet of the selected rows. */
export function selectedRows(shown: Shown): number[] {
  const sheet = sheetIn(shown)
  if (!sheet) return []
  const { top, bottom } = shown.state.area(sheet)
  return [...shown.state.shown(sheet).slice(top, bottom + 1)]
}

export function clearSelection(shown: Shown): void {
  const { state } = shown
  act(shown, 'Clear', (sheet) => {
    const { left, right } = state.area(sheet)
    const slots = sheet.columns.slice(left, right + 1).map(({ slot }) => slot)
    return clearCells(
      sheet,
      selectedRows(shown).flatMap((row) => slots.map((slot) => ({ row, slot })))
    )
  })
}

/** Puts empty rows above or below the selection, as many as are selected unless `count` says otherwise. */
export function addRows(shown: Shown, where: 'above' | 'below' | 'end', count?: number): void {
  const { state } = shown
  const sheet = sheetIn(shown)
  if (!sheet) return
  if (sheet.columns.length === 0) return addColumns(shown, 'end')
  const rows = state.shown(sheet)
  const { top, bottom } = state.area(sheet)
  const number = count ?? (where === 'end' ? 1 : bottom - top + 1)
  const at =
    where === 'end' ? sheet.rows.length : where === 'above' ? (rows[top] ?? 0) : (rows[bottom] ?? -1) + 1
  const title = number === 1 ? 'Insert row' : `Insert ${number} rows`
  if (!act(shown, title, (now) => insertRows(now, at, number))) return
  const after = sheetIn(shown)
  const first = after ? state.shown(after).indexOf(at) : -1
  if (first >= 0) state.goTo({ row: first, column: state.selection.head.column })
}

export function removeRows(shown: Shown): void {
  const rows = selectedRows(shown)
  if (rows.length === 0) return
  act(shown, rows.length === 1 ? 'Delete row' : `Delete ${rows.length} rows`, (sheet) =>
    deleteRows(sheet, new Set(rows))
  )
}

export function copyRows(shown: Shown): void {
  const rows = selectedRows(shown)
  if (rows.length > 0)
    act(shown, rows.length === 1 ? 'Duplicate row' : `Duplicate ${rows.length} rows`, (sheet) =>
      duplicateRows(sheet, rows)
    )
}

/** Moves the selected rows before the shown row `to`. Only where rows are shown in their stored order. */
export function shiftRows(shown: Shown, to: number): void {
  const { state } = shown
  if (!isWhole(state.view)) {
    return notify('Rows are sorted or filtered here. Show all rows in their stored order to move them.')
  }
  const sheet = sheetIn(shown)
  if (!sheet || to < 0 || to > sheet.rows.length) return
  const rows = new Set(selectedRows(shown))
  const { anchor, head, kind } = state.selection
  const first = Math.min(...rows)
  if (!act(shown, rows.size === 1 ? 'Move row' : `Move ${rows.size} rows`, (now) => moveRows(now, rows, to)))
    return
  const by = (to > first ? to - rows.size : to) - first
  state.select({ anchor: { ...anchor, row: anchor.row + by }, head: { ...head, row: head.row + by }, kind })
}

export function addColumns(shown: Shown, where: 'left' | 'right' | 'end'): void {
  const { state } = shown
  const sheet = sheetIn(shown)
  if (!sheet) return
  const { left, right } = state.area(sheet)
  const at = where === 'end' ? sheet.columns.length : where === 'left' ? left : right + 1
  const place = Math.min(at, sheet.columns.length)
  if (!act(shown, 'Add column', (now) => insertColumns(now, place, [freeColumnName(now.columns)]))) return
  state.goTo({ row: -1, column: place })
  state.rename(sheetIn(shown)?.columns[place]?.slot ?? null)
}

export function removeColumns(shown: Shown): void {
  const { state } = shown
  const sheet = sheetIn(shown)
  if (!sheet) return
  const { left, right } = state.area(sheet)
  const slots = new Set(sheet.columns.slice(left, right + 1).map(({ slot }) => slot))
  act(shown, slots.size === 1 ? 'Delete column' : `Delete ${slots.size} columns`, (now) =>
    deleteColumns(now, slots)
  )
}

/** Moves a column before the one at `to`. */
export function shiftColumn(shown: Shown, from: number, to: number): void {
  const count = sheetIn(shown)?.columns.length ?? 0
  if (to < 0 || to > count) return
  if (!act(shown, 'Move column', (sheet) => moveColumn(sheet, from, to))) return
  const column = to > from ? to - 1 : to
  const { state } = shown
  if (state.selection.kind === 'columns') {
    state.select({ anchor: { row: 0, column }, head: { row: 0, column }, kind: 'columns' })
  } else state.goTo({ row: state.selection.head.row, column })
}

export function sizeColumn(shown: Shown, slot: number, width: number): void {
  act(shown, 'Resize column', (sheet) => resizeColumn(sheet, slot, Math.round(width)))
}

/** Copies the first row, or column, of the selection over the rest of it. */
export function fill(shown: Shown, direction: 'down' | 'right'): void {
  const { state } = shown
  const sheet = sheetIn(shown)
  if (!sheet) return
  const area = state.area(sheet)
  const single = direction === 'down' ? area.top === area.bottom : area.left === area.right
  const from = edgeOf(area, direction)
  const wanted = single ? beforeOf(area, direction) : from
  if (wanted) fillOver(shown, wanted, area)
}

export function fillOver(shown: Shown, from: Area, to: Area): void {
  act(shown, 'Fill', (sheet) => filled(sheet, shown.state.shown(sheet), from, to))
}

const edgeOf = (area: Area, direction: 'down' | 'right'): Area =>
  direction === 'down' ? { ...area, bottom: area.top } : { ...area, right: area.left }

/** One row alone takes its texts from the row above, one column from the column at its left. */
function beforeOf(area: Area, direction: 'down' | 'right'): Area | null {
  if (direction === 'down')
    return area.top === 0 ? null : { ...area, top: area.top - 1, bottom: area.top - 1 }
  return area.left === 0 ? null : { ...area, left: area.left - 1, right: area.left - 1 }
}

export function sortBy({ store, id, state }: Shown, slot: number, descending: boolean | null): void {
  const sort = descending === null ? null : { slot, descending }
  store.look(id, sort ? 'Sort' : 'Show in stored order', { ...state.view, sort })
}

/** Makes the order that is looked at the stored one (SH6). */
export function applyOrder(shown: Shown): void {
  const { view } = shown.state
  const { sort } = view
  if (!sort) return
  const inOrder = (sheet: Sheet) => reorderRows(sheet, shownRows(sheet, { sort, filters: [] }))
  act(shown, 'Apply this order', inOrder, { ...view, sort: null })
}
