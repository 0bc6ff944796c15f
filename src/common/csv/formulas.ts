/** Cells of a table, row by row. */
type Table = readonly (readonly string[])[]

/**
 * Where a spreadsheet may begin a cell: at the start, and behind the signs at which some of them divide a
 * line, quotes or not.
 */
const place = '(?<=^|[;\\t\\r\\n])("*)'

/** What begins a formula there. The wide forms are the same signs to spreadsheets of East Asia. */
const sign = '[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]'

const unguarded = new RegExp(`${place}(?=('*)${sign}([^;\\t\\r\\n"]*))`, 'g')
const guarded = new RegExp(`${place}'(?='*${sign})`, 'g')
const any = new RegExp(sign)

/** What follows the sign of a number; a number is no formula. */
const number = /^(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d+)?\s?%?$/i

/**
 * The cell as it may stand in a table that a spreadsheet opens: `'` before what it would run as a formula, as
 * people write it there themselves. Numbers stay numbers. `withoutGuards` gives the same cells back.
 */
export function guardedCell(cell: string): string {
  if (!any.test(cell)) return cell
  return cell.replace(unguarded, (quotes: string, _quotes, marks: string, rest: string, at: number) => {
    const isNumber = marks === '' && /[+-]/.test(cell.charAt(at + quotes.length)) && number.test(rest)
    return isNumber ? quotes : `${quotes}'`
  })
}

/**
 * The cells of a table that `guardedCell` went through, as they were. A table in which anything stands that
 * it would not have written comes from another program: it is taken as it is.
 */
export function withoutGuards<T extends Table>(table: T): T | string[][] {
  const before = table.map((row) => row.map((cell) => (any.test(cell) ? cell.replace(guarded, '$1') : cell)))
  const isOurs = before.every((row, r) => row.every((cell, c) => guardedCell(cell) === table[r]?.[c]))
  return isOurs ? before : table
}
