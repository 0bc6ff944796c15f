import type { JsonObject } from '../../../schema'
import { pairAlike } from '../../core/alike'
import { unmatched } from '../../core/gaps'
import { hashText } from '../../core/intern'
import { longestRising } from '../../core/rising'
import { sameValue } from '../../core/same'
import type { Partners } from '../../core/sequence'
import { stopOf, type Stop, type StopOptions } from '../../core/stop'
import { diffJson } from '../../json/diff/diff'
import { cellText, readerOf } from './cell-text'
import type { CellChange, Names, RowChange, SheetChange, SheetDiff, BookDiff } from './changes'
import { compareColumns } from './columns'
import { keyColumnOf } from './key-column'
import { cellOf, matchRows, type TwoSheets } from './rows'
import type { SheetValues, BookValues } from '../values'

interface SheetOptions extends StopOptions {
  /**
   * The column that identifies rows, as it is called in the newer state; found by itself when not given, by
   * content with null.
   */
  readonly key?: string | null
}

/**
 * What changed from one document of sheets to another: sheets, columns, rows, cells. Sheets and columns are
 * found again by name, or renamed by content; rows by a key column, else by content and likeness.
 * @throws GalleyError cancelled when the caller stops it
 */
export function diffBooks(a: BookValues, b: BookValues, options: SheetOptions = {}): BookDiff {
  const stop = stopOf(options)
  const partners = matchSheets(a.sheets, b.sheets, stop)
  const inOrder = longestRising(partners)
  const sheets: SheetChange[] = []
  a.sheets.forEach((sheet, at) => {
    const other = partners[at] ?? -1
    const now = b.sheets[other]
    if (!now) {
      sheets.push({ kind: 'removed', at, sheet })
      return
    }
    const diff = diffSheets(sheet, now, options, stop)
    const name = { before: sheet.name, after: now.name }
    const moved = !inOrder[at]
    if (!moved && name.before === name.after && isEmptySheetDiff(diff)) return
    sheets.push({ kind: 'changed', at: { before: at, after: other }, name, moved, diff })
  })
  const taken = new Set(partners)
  b.sheets.forEach((sheet, at) => {
    if (!taken.has(at)) sheets.push({ kind: 'added', at, sheet })
  })
  const format = a.format === b.format ? null : { before: a.format, after: b.format }
  return { format, sheets, members: diffJson(a.members, b.members, options) }
}

const isEmptySheetDiff = ({ columns, rows, cells, members }: SheetDiff) =>
  columns.length + rows.length + cells.length + members.length === 0

function matchSheets(a: readonly SheetValues[], b: readonly SheetValues[], stop: Stop): Partners {
  const inB = new Map(b.map(({ name }, at) => [name, at]))
  const partners = Int32Array.from(a, ({ name }) => inB.get(name) ?? -1)
  const free = unmatched(partners, b.length)
  if (free.a.length === 0 || free.b.length === 0) return partners
  const ask = {
    ...free,
    featuresOfA: (at: number) => featuresOf(a[at]),
    featuresOfB: (at: number) => featuresOf(b[at]),
    atLeast: 0.5
  }
  for (const [at, other] of pairAlike(ask, stop)) partners[at] = other
  return partners
}

const MAX_ROWS_LOOKED_AT = 100

function featuresOf(sheet: SheetValues | undefined): number[] {
  if (!sheet) return []
  const rows = sheet.rows.slice(0, MAX_ROWS_LOOKED_AT)
  const cells = rows.flatMap((row) =>
    sheet.columns.slice(0, 32).map((name) => hashText(`${name}\0${cellText(cellOf(row, name))}`))
  )
  return [...sheet.columns.slice(0, 32).map(hashText), ...cells]
}

function diffSheets(a: SheetValues, b: SheetValues, options: SheetOptions, stop: Stop): SheetDiff {
  const { shared, changes: columns } = compareColumns(a, b, stop)
  const two: TwoSheets = { a, b, shared }
  const key =
    options.key === undefined ? keyColumnOf(two) : (shared.find(({ after }) => after === options.key) ?? null)
  const partners = matchRows(two, key, stop)
  const names = [...shared]
  for (const change of columns) {
    if (change.kind === 'added' || change.kind === 'removed')
      names.push({ before: change.name, after: change.name })
  }
  return {
    key: key?.before ?? null,
    columns,
    rows: rowChanges(a, b, partners),
    cells: cellChanges(a, b, partners, names, stop),
    members: diffJson(a.members, b.members, options)
  }
}

function rowChanges(a: SheetValues, b: SheetValues, partners: Partners): RowChange[] {
  const inOrder = longestRising(partners)
  const taken = new Uint8Array(b.rows.length)
  const changes: RowChange[] = []
  a.rows.forEach((row, at) => {
    const other = partners[at] ?? -1
    if (other < 0) {
      changes.push({ kind: 'removed', at, row })
      return
    }
    taken[other] = 1
    if (!inOrder[at]) changes.push({ kind: 'moved', at: { before: at, after: other } })
  })
  b.rows.forEach((row, at) => {
    if (!taken[at]) changes.push({ kind: 'added', at, row })
  })
  return changes
}

function cellChanges(
  a: SheetValues,
  b: SheetValues,
  partners: Partners,
  columns: readonly Names[],
  stop: Stop
): CellChange[] {
  const changes: CellChange[] = []
  const readers = columns.map((column) => ({
    column,
    readBefore: readerOf(column.before),
    readAfter: readerOf(column.after)
  }))
  a.rows.forEach((row, at) => {
    const other = partners[at] ?? -1
    const now: JsonObject | undefined = b.rows[other]
    if (!now) return
    stop(columns.length)
    for (const { column, readBefore, readAfter } of readers) {
      const before = readBefore(row)
      const after = readAfter(now)
      if (before === after || sameValue(before, after, stop)) continue
      changes.push({ row: { before: at, after: other }, column, before, after })
    }
  })
  return changes
}
