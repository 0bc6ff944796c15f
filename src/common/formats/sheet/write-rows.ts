import {
  cellText,
  sameCell,
  type CellValue,
  type Column,
  type Row,
  type RowSource,
  type Sheet,
  type SheetSource
} from './book'
import { formOf, laidOut, rewritten, type Form, type Written } from '../../json/form'
import { cutObject, type ObjectPieces } from '../../json/pieces'

/** A cell as it is written. */
const cellJson = (value: CellValue): string =>
  typeof value === 'object' ? value.json : JSON.stringify(cellText(value))

/**
 * The list of rows, in place of the one that was read. Rows that are the same are taken over sign by sign, a
 * stretch at a time; in others only what changed is written anew.
 */
export function rowsText(sheet: Sheet, source: SheetSource, form: Form): string {
  const { text } = source
  const depth = source.depth + 2
  const { list } = source
  if (!list?.first || !list.last || sheet.rows.length === 0) {
    const items = sheet.rows.map((row) => newRow(row, sheet.columns, form, depth))
    return laidOut({ items }, form, depth - 1)
  }
  const { first, second, last } = list
  const open = text.slice(list.start, first.start)
  const usual = second
    ? text.slice(first.end, second.start)
    : `,${open.includes('\n') ? open.slice(1) : form.gap}`
  const read = columnsAsRead(sheet, source)
  const rowForm =
    text.charCodeAt(first.start) === 123 ? formOf(text, cutObject(text, first.start), depth) : form
  const parts = [open]
  let run: RowSource | null = null
  let runStart = 0
  let before: RowSource | null = null
  for (const [place, row] of sheet.rows.entries()) {
    const own = row.source?.text === text ? row.source : null
    const follows: boolean = own !== null && before !== null && before.index + 1 === own.index
    const untouched = own !== null && isUntouched(row, own, read)
    if (run && !(follows && untouched)) {
      parts.push(text.slice(runStart, run.end))
      run = null
    }
    if (!run) {
      if (place > 0) parts.push(follows && own && before ? text.slice(before.end, own.start) : usual)
      if (own && untouched) runStart = own.start
      else if (own && row.odd === undefined)
        parts.push(changedRow(row, own, sheet.columns, read, rowForm, depth))
      else parts.push(newRow(row, sheet.columns, rowForm, depth))
    }
    if (untouched) run = own
    before = own
  }
  if (run) parts.push(text.slice(runStart, run.end))
  parts.push(text.slice(last.end, list.end))
  return parts.join('')
}

/** A row that is written for the first time. */
export function newRow(row: Row, columns: readonly Column[], form: Form, depth: number): string {
  if (row.odd !== undefined) return row.odd
  const members = columns.flatMap(({ slot, name }): [string, string][] => {
    const value = row.cells[slot]
    return value === undefined ? [] : [[name, cellJson(value)]]
  })
  return laidOut({ members }, form, depth)
}

interface ColumnsAsRead {
  /** As they were read: same names, none gone, none moved among themselves. */
  readonly same: boolean
  /** None of those that were read has changed its place among them. */
  readonly ordered: boolean
  readonly renamed: ReadonlySet<number>
  readonly present: ReadonlySet<number>
  /** The slots of a name, as the file has it. */
  readonly slots: ReadonlyMap<string, readonly number[]>
}

function columnsAsRead(sheet: Sheet, source: SheetSource): ColumnsAsRead {
  const present = new Set(sheet.columns.map(({ slot }) => slot))
  const names = new Map(source.columns.map(({ slot, name }) => [slot, name]))
  const slots = new Map<string, number[]>()
  for (const { slot, name } of source.columns) slots.set(name, [...(slots.get(name) ?? []), slot])
  const old = sheet.columns.filter(({ slot }) => names.has(slot))
  const ordered = old.every(({ slot }, index) => index === 0 || (old[index - 1]?.slot ?? -1) < slot)
  const renamed = new Set(old.filter(({ slot, name }) => names.get(slot) !== name).map(({ slot }) => slot))
  const same = ordered && renamed.size === 0 && old.length === source.columns.length
  return { same, ordered, renamed, present, slots }
}

function isUntouched(row: Row, source: RowSource, read: ColumnsAsRead): boolean {
  if (row.odd !== undefined) return true
  if (row.cells !== source.cells) return false
  if (read.same) return true
  if (!read.ordered) return false
  return row.cells.every(
    (value, slot) => value === undefined || (read.present.has(slot) && !read.renamed.has(slot))
  )
}

function changedRow(
  row: Row,
  source: RowSource,
  columns: readonly Column[],
  read: ColumnsAsRead,
  form: Form,
  depth: number
): string {
  const { text } = source
  const object = cutObject(text, source.start)
  const placed = new Map(slotsOf(object, read).map((slot, from) => [slot, from]))
  const wanted = columns.filter(({ slot }) => row.cells[slot] !== undefined)
  const inOrder = read.ordered ? ownOrder(wanted, placed) : wanted
  const members = inOrder.map(({ slot, name }): Written => {
    const from = placed.get(slot) ?? null
    const piece = from === null ? undefined : object.members[from]
    const value = row.cells[slot]
    const same = piece && sameCell(value, source.cells[slot])
    return { key: name, value: same ? text.slice(piece.start, piece.end) : cellJson(value), from }
  })
  return rewritten(text, object, members, form, depth)
}

/** The row's own order of members, with new ones behind the column before them. */
function ownOrder(wanted: readonly Column[], placed: ReadonlyMap<number, number>): readonly Column[] {
  const place = ({ slot }: Column) => placed.get(slot) ?? -1
  const order = wanted.filter(({ slot }) => placed.has(slot)).sort((a, b) => place(a) - place(b))
  if (order.length === wanted.length) return order
  wanted.forEach((column, index) => {
    if (placed.has(column.slot)) return
    const before = wanted[index - 1]
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, column)
  })
  return order
}

/** The slot of each member, as the reader gave them: the n-th of one name is the n-th column of that name. */
function slotsOf(object: ObjectPieces, read: ColumnsAsRead): number[] {
  const met = new Map<string, number>()
  return object.members.map(({ key }) => {
    const nth = met.get(key) ?? 0
    met.set(key, nth + 1)
    return read.slots.get(key)?.[nth] ?? -1
  })
}
