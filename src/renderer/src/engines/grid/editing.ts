import { cellText } from '../../../../common/formats/sheet'
import { notify } from '../../workbench/toast'
import { sheetIn, type Shown } from './grid-actions'

export interface EditedCell {
  readonly row: number
  readonly slot: number
}

/**
 * Begins to edit the chosen cell; `typed`: with this text in place of what it holds. A column's name is
 * edited in its head.
 * @returns why the cell cannot be edited, in words; null when it can
 */
export function startEditing(shown: Shown, typed?: string): string | null {
  const { state, store } = shown
  const sheet = sheetIn(shown)
  if (!sheet) return 'This sheet is not there any more.'
  if (store.readOnly) return 'This sheet is read only.'
  const { anchor } = state.selection
  const column = sheet.columns[anchor.column]
  if (!column) return 'Add a column first, or paste a table.'
  if (anchor.row < 0) {
    if (typed === undefined) state.rename(column.slot)
    return typed === undefined ? null : 'Press F2 to rename the column.'
  }
  const row = sheet.rows[state.shown(sheet)[anchor.row] ?? -1]
  if (!row) return 'Add a row first.'
  if (row.odd !== undefined) return 'This entry is no row of columns and values. Change it in the source.'
  state.goTo(anchor)
  const text = typed ?? cellText(row.cells[column.slot])
  state.beginEditing({ row: row.id, slot: column.slot, typed: typed !== undefined, text })
  return null
}

/** Keeps what was typed, or forgets it. */
export function endEditing({ state, store }: Shown, keep: boolean): void {
  const problem = store.endTyping(keep)
  state.endEditing()
  if (problem !== null) notify(problem)
}
