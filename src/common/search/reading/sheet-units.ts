import { cellText, type Book } from '../../formats/sheet/book'
import type { Units } from './unit'

/** Each cell of each sheet; names of sheets and columns too. Rows count from 1; 0 is the row of names. */
export function addSheetUnits(units: Units, book: Book): void {
  for (const { name: sheet, columns, rows } of book.sheets) {
    if (book.format === 'multi-sheet') units.add('head', sheet, { kind: 'cell', sheet, row: 0, name: '' })
    for (const { name } of columns) units.add('data', name, { kind: 'cell', sheet, row: 0, name })
    for (const [index, { cells }] of rows.entries())
      for (const { slot, name } of columns)
        if (!units.add('data', cellText(cells[slot]), { kind: 'cell', sheet, row: index + 1, name })) return
  }
}
