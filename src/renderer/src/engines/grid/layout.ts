import type { Column, Row } from '../../../../common/formats/sheet'
import { cellText } from '../../../../common/formats/sheet'

/** Pixels. */
export const ROW = 28
export const HEAD = 30
export const ROW_HEAD = 52
export const NARROWEST = 44
export const WIDEST = 900

export interface Layout {
  /** Left edge of each column, from the row of numbers on; the last entry is the right edge of all. */
  readonly edges: readonly number[]
  readonly widths: readonly number[]
}

/** Widths of columns: as stored, else as their first rows need. */
export function layoutOf(columns: readonly Column[], rows: readonly Row[]): Layout {
  const widths = columns.map((column) => column.width ?? fitting(column, rows.slice(0, 60)))
  const edges = [ROW_HEAD]
  widths.forEach((width) => edges.push((edges.at(-1) ?? 0) + width))
  return { edges, widths }
}

/** As wide as the name and the texts need, within reason. */
export function fitting({ name, slot }: Column, rows: readonly Row[], most = 320): number {
  const longest = rows.reduce((length, row) => {
    const text = cellText(row.cells[slot])
    const line = text.indexOf('\n')
    return Math.max(length, line < 0 ? text.length : line + 2)
  }, 0)
  const needed = Math.max(name.length * 7.4 + 56, longest * 7 + 22)
  return Math.round(Math.max(88, Math.min(most, needed)))
}

/**
 * The column at an x within the sheet; before the first one is -1, behind the last one the number of columns.
 */
export function columnAt({ edges }: Layout, x: number): number {
  if (x < (edges[0] ?? 0)) return -1
  let [low, high] = [0, edges.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** The row at a y within the sheet; -1 is the row of names. */
export const rowAt = (y: number): number => (y < HEAD ? -1 : Math.floor((y - HEAD) / ROW))
