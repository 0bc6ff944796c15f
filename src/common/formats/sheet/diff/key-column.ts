import type { JsonObject } from '../../../schema'
import type { Names } from './changes'
import { cellText, readerOf } from './cell-text'
import type { TwoSheets } from './rows'

/** Names of columns that tell rows apart, the surest first; lower-cased. */
export const usualKeyColumns: readonly string[] = [
  'id',
  '_id',
  'key',
  'path',
  'source',
  'slug',
  'url',
  'sku',
  'code',
  'email',
  'property',
  'name',
  'title'
]

/**
 * The column by which rows can be told apart: filled and different in every row of both sheets, with values
 * that both have. A column of a usual name comes first; another one is taken when at least half of its values
 * are in both sheets.
 */
export function keyColumnOf({ a, b, shared }: TwoSheets): Names | null {
  if (a.rows.length === 0 || b.rows.length === 0) return null
  const rank = ({ after }: Names) => {
    const place = usualKeyColumns.indexOf(after.toLowerCase())
    return place < 0 ? usualKeyColumns.length : place
  }
  const least = Math.min(a.rows.length, b.rows.length) / 2
  for (const column of [...shared].sort((one, two) => rank(one) - rank(two))) {
    const inA = distinct(a.rows, column.before)
    const inB = inA && distinct(b.rows, column.after)
    if (!inA || !inB) continue
    let common = 0
    for (const text of inB) if (inA.has(text)) common += 1
    if (common > 0 && (common >= least || rank(column) < usualKeyColumns.length)) return column
  }
  return null
}

/** The values of a column; null when one is blank or there twice. */
function distinct(rows: readonly JsonObject[], column: string): Set<string> | null {
  const found = new Set<string>()
  const read = readerOf(column)
  for (const row of rows) {
    const value = read(row)
    const text = typeof value === 'object' ? '' : cellText(value)
    if (text === '') return null
    const { size } = found
    found.add(text)
    if (found.size === size) return null
  }
  return found
}
