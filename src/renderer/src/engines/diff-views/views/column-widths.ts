import { textOfValue } from '../changes/value-text'
import type { ShownSheet } from '../changes/shown-sheets'

const LETTER = 8.2
/** What stands between two values of a cell, and round them, in letters. */
const ARROW = 8
const LEAST = 72
const MOST = 280
const LOOKED_AT = 200

/** Pixels for each column, from what is in the first rows; a cell that changed has room for both values. */
export function columnWidths({ columns, rows }: Pick<ShownSheet, 'columns' | 'rows'>): number[] {
  const looked = rows.slice(0, LOOKED_AT)
  return columns.map(({ name, note }) => {
    let letters = name.length + (note?.length ?? 0) + 3
    for (const row of looked) {
      if (row.kind === 'gap') continue
      const cell = row.cells.get(name)
      const length = cell
        ? textOfValue(cell.before).length + textOfValue(cell.after).length + ARROW
        : Object.hasOwn(row.row, name)
          ? textOfValue(row.row[name]).length
          : 0
      letters = Math.max(letters, length)
    }
    return Math.round(Math.min(MOST, Math.max(LEAST, letters * LETTER + 20)))
  })
}
