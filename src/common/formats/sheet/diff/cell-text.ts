import type { JsonObject, JsonValue } from '../../../schema'
import { hashText } from '../../core/intern'

/**
 * A cell as a text by which it is looked for; what is no text is told apart from one that looks like it.
 * Blank for none.
 */
export function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? '\u0001object' : `\u0001${String(value)}`
}

/** A number for a cell; equal cells have equal numbers, and different ones hardly ever. */
export function cellHash(value: JsonValue | undefined): number {
  if (typeof value === 'string') return hashText(value)
  return typeof value === 'number' ? value | 0 : hashText(cellText(value))
}

/** Reads a column of rows: own members only, although asking each time would be dear in ten thousand rows. */
export function readerOf(column: string): (row: JsonObject) => JsonValue | undefined {
  if (column in {}) return (row) => (Object.hasOwn(row, column) ? row[column] : undefined)
  return (row) => row[column]
}
