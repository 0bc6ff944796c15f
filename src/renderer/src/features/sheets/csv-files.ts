import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { cellText, parseCsv, pasted, sheetOf, type Block, type Sheet } from '../../../../common/formats/sheet'
import { csvFile } from '../../../../common/csv'
import { chosenCsv } from '../../documents/chosen-csv'
import { saveText } from '../../components/save-text'
import { notify, notifyFailure } from '../../workbench/toast'
import { act, type Shown } from '../../engines/grid/grid-actions'
import { askCsv } from './CsvDialog'
import { numberText } from '../../components/formats'

/** The rows that are shown, in the order in which they are shown, with the names of the columns above. */
function csvOf(sheet: Sheet, rows: readonly number[]): string {
  const body = rows.map((index) => sheet.columns.map(({ slot }) => cellText(sheet.rows[index]?.cells[slot])))
  return csvFile([sheet.columns.map(({ name }) => name), ...body])
}

/** Hands the sheet to the person as a file that spreadsheets open. */
export function exportCsv({ store, id, state }: Shown, path: ContentPath): void {
  const sheet = sheetOf(store.book, id)
  if (!sheet) return
  saveText(`${splitName(nameOf(path)).name}-${sheet.name}.csv`, csvOf(sheet, state.shown(sheet)), 'text/csv')
}

/** Asks for a file, and for what to do with it. */
export async function importCsv(shown: Shown): Promise<void> {
  const file = await chosenCsv()
  if (!file) return
  const block = parseCsv(file.text)
  if (block.length === 0) return notifyFailure('Nothing was imported', `“${file.name}” holds no rows.`)
  const sheet = sheetOf(shown.store.book, shown.id)
  const how = await askCsv({ file: file.name, block, columns: sheet?.columns.map(({ name }) => name) ?? [] })
  if (how === null) return
  if (
    act(shown, `Import ${file.name}`, (now) =>
      how === 'replace' ? replacedBy(now, block) : withAdded(now, block)
    )
  ) {
    shown.state.goTo({ row: 0, column: 0 })
    const count = block.length - 1
    notify(
      `${how === 'replace' ? 'Imported' : 'Added'} ${numberText(count)} ${count === 1 ? 'row' : 'rows'}. Undo takes it back.`
    )
  }
}

/**
 * The sheet with these rows and columns in place of its own; columns of the same name stay the same column.
 */
function replacedBy(sheet: Sheet, block: Block): Sheet {
  return pasted(
    { ...sheet, columns: [], rows: [], shape: {} },
    [],
    { top: 0, left: 0, bottom: 0, right: 0 },
    block
  ).sheet
}

/**
 * The rows of the block at the end of the sheet, each value below the column of its name; new names become
 * new columns.
 */
function withAdded(sheet: Sheet, block: Block): Sheet {
  const [names = [], ...body] = block
  const known = sheet.columns.map(({ name }) => name)
  const all = [...known, ...names.filter((name, at) => !known.includes(name) && names.indexOf(name) === at)]
  const placed = body.map((row) => all.map((name) => row[names.indexOf(name)] ?? ''))
  const area = { top: sheet.rows.length, left: 0, bottom: sheet.rows.length, right: 0 }
  const rows = sheet.rows.map((_row, index) => index)
  const { sheet: grown } = pasted(sheet, rows, area, placed)
  const columns = grown.columns.map((column, at) => ({ ...column, name: all[at] ?? column.name }))
  return grown.columns.length === known.length ? grown : { ...grown, columns }
}
