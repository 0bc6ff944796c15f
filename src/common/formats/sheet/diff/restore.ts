import { GalleyError, sentence } from '../../../errors'
import { objectOf, type JsonObject, type JsonValue } from '../../../schema'
import { keptOrder, placeBehind } from '../../core/kept-order'
import { spliced } from '../../core/spliced'
import { editedRow } from './apply'
import type {
  CellChange,
  ColumnChange,
  Indexes,
  RowChange,
  SheetChange,
  SheetDiff,
  BookDiff
} from './changes'
import { sheetValues, type SheetValues, type BookValues } from '../values'

/** The two states that were compared, and what leads from the older to the newer one. */
export interface BookComparison {
  readonly before: BookValues
  readonly after: BookValues
  readonly diff: BookDiff
}

/** What is to be taken back: a whole sheet, or something of one that both states have. */
export type SheetRestore =
  | { readonly kind: 'sheet'; readonly sheet: SheetChange }
  /** Its name, its place among the others, or what it holds beside its rows. */
  | { readonly kind: 'name'; readonly sheet: SheetChange }
  | { readonly kind: 'place'; readonly sheet: SheetChange }
  | { readonly kind: 'settings'; readonly sheet: SheetChange }
  /** The name of a renamed column, the place of a moved one. */
  | { readonly kind: 'column-name'; readonly sheet: SheetChange; readonly column: KeptColumn }
  | { readonly kind: 'column-place'; readonly sheet: SheetChange; readonly column: KeptColumn }
  | { readonly kind: 'row'; readonly sheet: SheetChange; readonly row: RowChange }
  | { readonly kind: 'cell'; readonly sheet: SheetChange; readonly cell: CellChange }
  /** All cells of a row that both states have, by its index in the newer one. */
  | { readonly kind: 'cells'; readonly sheet: SheetChange; readonly row: number }
  /** A column that was added or removed, by its name: all its cells. */
  | { readonly kind: 'column'; readonly sheet: SheetChange; readonly name: string }
  /** The format, and what belongs to no sheet. */
  | { readonly kind: 'document' }

/** A column that both states have. */
type KeptColumn = Extract<ColumnChange, { readonly kind: 'renamed' | 'moved' }>

/**
 * The newer document with one change taken back, everything else as it is. `total` stays the number of rows.
 * @throws GalleyError bad-request for a sheet that a single-sheet document has no room for
 */
export function restoreInBook({ before, after, diff }: BookComparison, restore: SheetRestore): BookValues {
  if (restore.kind === 'document') return restoredDocument(before, after)
  const { sheet: change } = restore
  if (restore.kind === 'sheet' || change.kind !== 'changed') return restoredSheet(before, after, diff, change)
  const older = before.sheets[change.at.before]
  const newer = after.sheets[change.at.after]
  if (!older || !newer) return after
  if (restore.kind === 'place') return restoredPlace(before, after, diff, change.at)
  if (restore.kind === 'name' && after.sheets.some(({ name }) => name === older.name))
    throw nameTaken('sheet', older.name)
  const sheet = restoredIn(older, newer, change.diff, restore)
  return { ...after, sheets: after.sheets.map((one, at) => (at === change.at.after ? sheet : one)) }
}

type InSheet = Exclude<SheetRestore, { kind: 'sheet' | 'place' | 'document' }>

function restoredIn(older: SheetValues, newer: SheetValues, diff: SheetDiff, restore: InSheet): SheetValues {
  switch (restore.kind) {
    case 'name':
      return { ...newer, name: older.name }
    case 'settings':
      return withRows({ ...newer, members: older.members }, newer.rows)
    case 'row':
      return restoredRow(older, newer, diff, restore.row)
    case 'column-name':
      return withColumnName(newer, restore.column)
    case 'column-place':
      return withColumnPlace(older, newer, diff, restore.column)
    default:
      return restoredCells(
        newer,
        diff.cells.filter((cell) => isMeant(cell, restore)),
        restore.kind === 'column' ? older.columns : null
      )
  }
}

function withColumnName(newer: SheetValues, { name }: KeptColumn): SheetValues {
  if (newer.columns.includes(name.before)) throw nameTaken('column', name.before)
  const names = new Map([[name.after, name.before]])
  return withRows(
    newer,
    newer.rows.map((row) => editedRow(row, names, undefined, null))
  )
}

/** Behind the nearest column before it that has kept its order. */
function withColumnPlace(
  older: SheetValues,
  newer: SheetValues,
  diff: SheetDiff,
  { at, name }: KeptColumn
): SheetValues {
  const changes = diff.columns.flatMap((one) => (one.kind === 'renamed' ? [] : [one]))
  const to = placeBehind(at.before, keptOrder(older.columns.length, changes))
  const order = spliced(spliced(newer.columns, at.after, 1), to - (to > at.after ? 1 : 0), 0, name.after)
  return withRows(
    newer,
    newer.rows.map((row) => editedRow(row, none, undefined, order))
  )
}

function restoredPlace(before: BookValues, after: BookValues, diff: BookDiff, at: Indexes): BookValues {
  const sheet = after.sheets.slice(at.after, at.after + 1)
  const others = spliced(after.sheets, at.after, 1)
  return { ...after, sheets: spliced(others, placeOf(before, after, diff, at.before, others), 0, ...sheet) }
}

function restoredDocument(before: BookValues, after: BookValues): BookValues {
  if (before.format === 'sheet' && after.sheets.length > 1) {
    throw new GalleyError(
      'bad-request',
      'It was a document of a single sheet, and there are several now. Remove the others first, or restore the whole document.'
    )
  }
  return { ...after, format: before.format, members: before.members }
}

const nameTaken = (what: 'sheet' | 'column', name: string) =>
  new GalleyError(
    'bad-request',
    sentence`There is another ${{ what }} “${{ name }}” now. Rename that one first.`
  )

function isMeant(
  cell: CellChange,
  restore: Extract<SheetRestore, { kind: 'cell' | 'column' | 'cells' }>
): boolean {
  if (restore.kind === 'cell') return cell === restore.cell
  return restore.kind === 'column' ? cell.column.after === restore.name : cell.row.after === restore.row
}

function restoredSheet(
  before: BookValues,
  after: BookValues,
  diff: BookDiff,
  change: SheetChange
): BookValues {
  if (change.kind === 'added') return { ...after, sheets: spliced(after.sheets, change.at, 1) }
  const sheet = before.sheets[change.kind === 'removed' ? change.at : change.at.before]
  if (!sheet) return after
  const others = change.kind === 'removed' ? after.sheets : spliced(after.sheets, change.at.after, 1)
  if (others.some(({ name }) => name === sheet.name)) {
    throw nameTaken('sheet', sheet.name)
  }
  if (after.format === 'sheet' && others.length > 0) {
    throw new GalleyError(
      'bad-request',
      'This document has one sheet only. Give it the multi-sheet format first, or restore the whole document.'
    )
  }
  const at = change.kind === 'removed' ? change.at : change.at.before
  return {
    ...after,
    sheets: spliced(others, Math.min(placeOf(before, after, diff, at, others), others.length), 0, sheet)
  }
}

/** Behind the nearest sheet before it that is still there. */
function placeOf(
  before: BookValues,
  after: BookValues,
  diff: BookDiff,
  at: number,
  others: readonly SheetValues[]
): number {
  const renamed = new Map<string, string>()
  for (const change of diff.sheets)
    if (change.kind === 'changed') renamed.set(change.name.before, change.name.after)
  for (const { name } of before.sheets.slice(0, at).reverse()) {
    const now = others.findIndex((one) => one.name === (renamed.get(name) ?? name))
    if (now >= 0) return now + 1
  }
  return 0
}

function restoredRow(
  older: SheetValues,
  newer: SheetValues,
  diff: SheetDiff,
  change: RowChange
): SheetValues {
  if (change.kind === 'added') return withRows(newer, spliced(newer.rows, change.at, 1))
  const order = keptOrder(older.rows.length, diff.rows)
  if (change.kind === 'moved') {
    const { before, after } = change.at
    const to = placeBehind(before, order)
    const row = newer.rows.slice(after, after + 1)
    return withRows(newer, spliced(spliced(newer.rows, after, 1), to - (to > after ? 1 : 0), 0, ...row))
  }
  const renamed = new Map<string, string>()
  for (const column of diff.columns) {
    if (column.kind === 'renamed') renamed.set(column.name.before, column.name.after)
  }
  const row = editedRow(change.row, renamed, undefined, newer.columns)
  return withRows(newer, spliced(newer.rows, placeBehind(change.at, order), 0, row))
}

function restoredCells(
  newer: SheetValues,
  cells: readonly CellChange[],
  order: readonly string[] | null
): SheetValues {
  const rows: JsonObject[] = [...newer.rows]
  for (const { row, column, before } of cells) {
    const now = rows[row.after]
    if (now) rows[row.after] = editedRow(now, none, new Map([[column.after, before]]), order)
  }
  return withRows(newer, rows)
}

const none: ReadonlyMap<string, string> = new Map()

function withRows(sheet: SheetValues, rows: readonly JsonObject[]): SheetValues {
  const total: readonly [string, JsonValue][] =
    typeof sheet.members['total'] === 'number' && Object.hasOwn(sheet.members, 'total')
      ? [['total', rows.length]]
      : []
  return sheetValues(sheet.name, rows, objectOf([...Object.entries(sheet.members), ...total]))
}
