import { cellText, sheetOf } from '../../../../common/formats/sheet'
import { notify } from '../../workbench/toast'
import { startEditing } from './editing'
import {
  addRows,
  clearSelection,
  copyRows,
  fill,
  removeColumns,
  removeRows,
  selectedRows,
  shiftColumn,
  shiftRows,
  sizeColumn,
  type Shown
} from './grid-actions'
import type { Spot } from './grid-state'
import type { GridKey } from './keys'
import { NARROWEST, WIDEST } from './layout'
import { moved, type Room } from './moves'

/** Does what a key means. */
export function runKey(shown: Shown, key: GridKey): void {
  const { state, store, id } = shown
  const sheet = sheetOf(store.book, id)
  if (!sheet) return
  const rows = state.shown(sheet)
  const filled = ({ row, column }: Spot) => {
    const slot = sheet.columns[column]?.slot ?? -1
    return cellText(sheet.rows[rows[row] ?? -1]?.cells[slot]) !== ''
  }
  const room: Room = { rows: rows.length, columns: sheet.columns.length, page: state.page, filled }
  const selection = moved(state.selection, key, room)
  if (selection) return state.select(selection)
  const { anchor, kind } = state.selection
  switch (key.kind) {
    case 'edit': {
      const problem = startEditing(shown)
      if (problem !== null) notify(problem)
      return
    }
    case 'cancel':
      return state.goTo(anchor)
    case 'clear':
      return anchor.row < 0 ? undefined : clearSelection(shown)
    case 'fill':
      return fill(shown, key.direction)
    case 'insert-rows':
      return addRows(shown, 'above')
    case 'delete-rows':
      return kind === 'columns' ? removeColumns(shown) : removeRows(shown)
    case 'duplicate-rows':
      return copyRows(shown)
    case 'shift-rows': {
      if (anchor.row < 0) return
      const places = selectedRows(shown)
      return shiftRows(shown, key.by > 0 ? Math.max(...places) + 2 : Math.min(...places) - 1)
    }
    case 'shift-column':
      return shiftColumn(shown, anchor.column, key.by > 0 ? anchor.column + 2 : anchor.column - 1)
    case 'size-column': {
      const width = state.layoutOf(sheet).widths[anchor.column] ?? 0
      const slot = sheet.columns[anchor.column]?.slot
      const next = Math.max(NARROWEST, Math.min(WIDEST, width + key.by * 16))
      return slot === undefined ? undefined : sizeColumn(shown, slot, next)
    }
  }
}
