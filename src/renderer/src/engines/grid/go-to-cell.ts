import { inText } from '../../../../common/links/inside'
import { cellText, type Sheet } from '../../../../common/formats/sheet'
import type { SheetStore } from './sheet-store'

/** Shows a cell by its sheet, the number of its row (0: the names) and its column. @returns whether it is there */
export function goToCell(
  store: SheetStore,
  wanted: { readonly sheet: string; readonly row: number; readonly name: string }
): boolean {
  const sheet = store.book.sheets.find(({ name }) => name === wanted.sheet) ?? store.sheet
  if (!sheet) return false
  store.show(sheet.id)
  const column = sheet.columns.findIndex(({ name }) => name === wanted.name)
  return goToRow(store, sheet, wanted.row - 1, Math.max(0, column))
}

/** Shows the nth cell, counted from 0 through all sheets and rows, that says exactly this. */
export function goToText(store: SheetStore, text: string, nth: number): boolean {
  let left = nth
  for (const sheet of store.book.sheets)
    for (const [index, { cells }] of sheet.rows.entries())
      for (const [column, { slot }] of sheet.columns.entries()) {
        const said = cellText(cells[slot])
        left -=
          said.trim() === text
            ? 1
            : inText(said).filter((one) => said.slice(one.from, one.to) === text).length
        if (left < 0) {
          store.show(sheet.id)
          return goToRow(store, sheet, index, column)
        }
      }
  return false
}

/** @param index of the stored rows; what a filter hides is not shown for it */
function goToRow(store: SheetStore, sheet: Sheet, index: number, column: number): boolean {
  const state = store.stateOf(sheet.id)
  const row = index < 0 ? -1 : state.shown(sheet).indexOf(index)
  if (index >= 0 && row < 0) return false
  state.goTo({ row, column })
  return true
}
