import type { Row } from './sheets'

/**
 * What a row says in a column, whose name is compared in any case; empty for none, and for what is no text.
 */
export function cell(row: Row, column: string): string {
  const key = Object.keys(row).find((name) => name.trim().toLowerCase() === column)
  const value = key === undefined ? undefined : row[key]
  return typeof value === 'string' ? value.trim() : ''
}
