import { compareNames } from '../../order'
import { numbersOfColumn } from './column-numbers'
import { cellText, type Row, type Sheet } from './book'

/** A way to look at a sheet; the stored order and the stored rows stay as they are (SH6). */
export interface SheetView {
  readonly sort: { readonly slot: number; readonly descending: boolean } | null
  readonly filters: readonly ColumnFilter[]
}

export interface ColumnFilter {
  readonly slot: number
  readonly kind: FilterKind
  /** Nothing for `empty` and `filled`. */
  readonly text: string
}

export type FilterKind = 'contains' | 'lacks' | 'is' | 'is-not' | 'empty' | 'filled'

export const wholeSheet: SheetView = { sort: null, filters: [] }

export const isWhole = ({ sort, filters }: SheetView): boolean => sort === null && filters.length === 0

/**
 * The places in the sheet of the rows to show, in their order. Numbers are ordered as numbers, empty cells
 * come last.
 */
export function shownRows(sheet: Sheet, view: SheetView): number[] {
  const all = sheet.rows.map((_row, index) => index)
  const left =
    view.filters.length === 0 ? all : all.filter((index) => passes(sheet.rows[index], view.filters))
  const { sort } = view
  if (!sort) return left
  const texts = sheet.rows.map((row) => cellText(row.cells[sort.slot]).trim())
  const numbers = numbersOfColumn(texts)
  const keys = texts.map((text, row): SortKey => ({ text, number: numbers[row] ?? NaN, empty: text === '' }))
  const sign = sort.descending ? -1 : 1
  return left.sort((a, b) => {
    const [one, other] = [keys[a], keys[b]]
    if (!one || !other) return a - b
    if (one.empty || other.empty) return one.empty === other.empty ? a - b : one.empty ? 1 : -1
    return sign * compared(one, other) || a - b
  })
}

/**
 * The rows to show after rows came, went or moved: who was shown still is, in the same order, and new rows
 * stand behind the row before them. So nothing jumps away while somebody works in it.
 */
export function stillShown(before: Sheet, shown: readonly number[], after: Sheet): number[] {
  const places = new Map(after.rows.map((row, index) => [row.id, index]))
  const known = new Set(before.rows.map(({ id }) => id))
  const order = shown.flatMap((index) => {
    const place = places.get(before.rows[index]?.id ?? -1)
    return place === undefined ? [] : [place]
  })
  const added = after.rows.flatMap((row, index) => (known.has(row.id) ? [] : [index]))
  if (added.length === 0) return order
  const behind = new Map<number, number[]>()
  const shownNow = new Set(order)
  for (const index of added) {
    let anchor = index - 1
    while (anchor >= 0 && !shownNow.has(anchor)) anchor--
    behind.set(anchor, [...(behind.get(anchor) ?? []), index])
  }
  return [...(behind.get(-1) ?? []), ...order.flatMap((index) => [index, ...(behind.get(index) ?? [])])]
}

function passes(row: Row | undefined, filters: readonly ColumnFilter[]): boolean {
  return filters.every(({ slot, kind, text }) => {
    const value = cellText(row?.cells[slot])
    switch (kind) {
      case 'contains':
        return folded(value).includes(folded(text))
      case 'lacks':
        return !folded(value).includes(folded(text))
      case 'is':
        return folded(value) === folded(text)
      case 'is-not':
        return folded(value) !== folded(text)
      case 'empty':
        return value.trim() === ''
      case 'filled':
        return value.trim() !== ''
    }
  })
}

interface SortKey {
  readonly text: string
  readonly number: number
  readonly empty: boolean
}

function compared(a: SortKey, b: SortKey): number {
  const numbers = Number(Number.isNaN(a.number)) - Number(Number.isNaN(b.number))
  if (numbers !== 0) return numbers
  if (!Number.isNaN(a.number)) return a.number - b.number
  return compareNames(a.text, b.text)
}

const folded = (text: string): string => text.toLocaleLowerCase()

/** A cell that holds what is looked for: its place among the shown rows and the columns. */
export interface Found {
  readonly row: number
  readonly column: number
}

/** Every cell with the text in it, row by row. Case counts for nothing unless asked for. */
export function findAll(sheet: Sheet, rows: readonly number[], text: string, matchCase = false): Found[] {
  if (text === '') return []
  const wanted = matchCase ? text : folded(text)
  const found: Found[] = []
  rows.forEach((index, row) => {
    const cells = sheet.rows[index]?.cells
    if (!cells) return
    sheet.columns.forEach(({ slot }, column) => {
      const value = cellText(cells[slot])
      if (value !== '' && (matchCase ? value : folded(value)).includes(wanted)) found.push({ row, column })
    })
  })
  return found
}
