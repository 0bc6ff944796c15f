import type { CellPlace } from '../../../../common/compare'
import { sheetIn, type Shown } from './grid-actions'
import { numberText } from '../../components/formats'

/** A cell or row by its place in the document, and what it is called. */
interface ChosenPlace {
  readonly place: CellPlace
  readonly title: string
}

/**
 * The cell that the selection began at, or its row where whole rows are chosen; null in the row of names and
 * in an empty sheet.
 */
export function chosenPlace(shown: Shown): ChosenPlace | null {
  const sheet = sheetIn(shown)
  const { anchor, kind } = shown.state.selection
  if (!sheet || kind === 'columns' || anchor.row < 0) return null
  const row = shown.state.shown(sheet)[anchor.row]
  const column = sheet.columns[anchor.column]
  if (row === undefined || !column) return null
  const where = `${sheet.name === '' ? '' : `${sheet.name} › `}Row ${numberText(row + 1)}`
  return kind === 'rows'
    ? { place: { sheet: sheet.name, row, column: null }, title: where }
    : {
        place: { sheet: sheet.name, row, column: column.name },
        title: `${where} · ${column.name || 'no name'}`
      }
}
