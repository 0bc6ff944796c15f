import type { IndexWarning } from './answers'

type Cell = string | number | readonly (string | number)[]

/** The path of a warning that is about a column, not about a page. */
export const EVERY_ROW = ''

/**
 * A warning for each column that is empty in every row: its selector or its expression finds nothing anywhere
 * (U3).
 * @param told warnings of pages, which say more: a column that they speak of has no other
 */
export function emptyColumns(
  index: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
  told: readonly IndexWarning[]
): IndexWarning[] {
  if (rows.length === 0) return []
  return columns.flatMap((property) =>
    rows.every((row) => isEmpty(row[property])) &&
    !told.some((one) => one.index === index && one.property === property)
      ? [
          {
            path: EVERY_ROW,
            index,
            property,
            message: `“${property}” is empty in ${rows.length === 1 ? 'the only row' : 'every row'}. Look at its selector, and at what its expression takes.`
          }
        ]
      : []
  )
}

const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)
