import { GalleyError } from '../../../errors'
import { isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../../schema'
import { applyJson } from '../../json/diff/apply'
import type { Indexes, SheetDiff, BookDiff } from './changes'
import { columnsAfter } from './columns'
import { sheetValues, type SheetValues, type BookValues } from '../values'

/**
 * The newer document, made from the older one and what leads from it; rows have their columns in the newer
 * order.
 * @throws GalleyError bad-request when the document is not the one that the changes were made from
 */
export function applyBook(book: BookValues, { format, sheets, members }: BookDiff): BookValues {
  const gone = new Set<number>()
  const placed = new Map<number, SheetValues>()
  const changed = new Map<number, SheetValues>()
  for (const change of sheets) {
    if (change.kind === 'added') placed.set(change.at, change.sheet)
    else if (change.kind === 'removed') gone.add(change.at)
    else {
      const sheet = applySheet(sheetAt(book, change.at.before), change.name.after, change.diff)
      if (change.moved) {
        gone.add(change.at.before)
        placed.set(change.at.after, sheet)
      } else changed.set(change.at.before, sheet)
    }
  }
  const staying = book.sheets.map((sheet, at) => changed.get(at) ?? sheet).filter((_, at) => !gone.has(at))
  return {
    format: format?.after ?? book.format,
    sheets: placedAmong(staying, placed),
    members: objectFrom(applyJson(book.members, members))
  }
}

function applySheet(
  sheet: SheetValues,
  name: string,
  { columns, rows, cells, members }: SheetDiff
): SheetValues {
  const renamed = new Map<string, string>()
  for (const { kind, name } of columns) {
    if (kind === 'renamed') renamed.set(name.before, name.after)
  }
  const order = columns.length > 0 ? columnsAfter(sheet.columns, columns) : null
  const edits = new Map<number, Map<string, JsonValue | undefined>>()
  for (const { row, column, after } of cells) {
    const edit = edits.get(row.before) ?? new Map<string, JsonValue | undefined>()
    edits.set(row.before, edit.set(column.after, after))
  }
  const gone = new Set<number>()
  const placed = new Map<number, JsonObject>()
  const moved: Indexes[] = []
  for (const change of rows) {
    if (change.kind === 'added') placed.set(change.at, change.row)
    else if (change.kind === 'removed') gone.add(change.at)
    else moved.push(change.at)
  }
  const edited = sheet.rows.map((row, at) =>
    gone.has(at) ? row : editedRow(row, renamed, edits.get(at), order)
  )
  for (const { before, after } of moved) {
    const row = edited[before]
    if (!row) throw misfit()
    gone.add(before)
    placed.set(after, row)
  }
  const staying = edited.filter((_, at) => !gone.has(at))
  const result = sheetValues(
    name,
    placedAmong(staying, placed),
    objectFrom(applyJson(sheet.members, members))
  )
  return result
}

/** A row with its columns renamed, its cells changed and, when asked, its columns in order. */
export function editedRow(
  row: JsonObject,
  renamed: ReadonlyMap<string, string>,
  cells: ReadonlyMap<string, JsonValue | undefined> | undefined,
  order: readonly string[] | null
): JsonObject {
  if (!cells && renamed.size === 0 && !order) return row
  const values = new Map(Object.entries(row).map(([name, value]) => [renamed.get(name) ?? name, value]))
  cells?.forEach((value, name) => {
    if (value === undefined) values.delete(name)
    else values.set(name, value)
  })
  if (!order) return objectOf(values)
  const ordered = new Map<string, JsonValue>()
  for (const name of order) {
    const value = values.get(name)
    if (value !== undefined) ordered.set(name, value)
  }
  for (const [name, value] of values) ordered.set(name, value)
  return objectOf(ordered)
}

/** What has a place of its own is put there; the rest fills what is left, in its order. */
function placedAmong<T>(staying: readonly T[], placed: ReadonlyMap<number, T>): T[] {
  const result: T[] = []
  let next = 0
  while (next < staying.length || placed.has(result.length)) {
    const item = placed.get(result.length) ?? staying[next++]
    if (item !== undefined) result.push(item)
  }
  if (result.length !== staying.length + placed.size) throw misfit()
  return result
}

function sheetAt(book: BookValues, at: number): SheetValues {
  const sheet = book.sheets[at]
  if (!sheet) throw misfit()
  return sheet
}

function objectFrom(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw misfit()
  return value
}

const misfit = () =>
  new GalleyError(
    'bad-request',
    'These changes were made from another state of the sheets. Compare again, then try once more.'
  )
