import Papa from 'papaparse'
import { guardedCell } from './formulas'

export { guardedCell, withoutGuards } from './formulas'

/**
 * A CSV file as RFC 4180 has it: commas, lines end in CR LF, cells in quotes where they must be. Nothing in
 * it is run as a formula.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => guardedCell(String(cell))))
  const text = Papa.unparse(cells, { newline: '\r\n' })
  return text === '' ? '' : `${text}\r\n`
}

/** The same for people: a mark at the start tells spreadsheets that it is UTF-8. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string => `\ufeff${writeCsv(rows)}`
