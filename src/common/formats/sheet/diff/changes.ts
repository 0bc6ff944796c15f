import type { JsonObject, JsonValue } from '../../../schema'
import { invertJson, type JsonDiff } from '../../json/diff/changes'
import type { SheetValues, BookValues } from '../values'

/** A row, column or sheet that both states have: its index, from 0, in each. */
export interface Indexes {
  readonly before: number
  readonly after: number
}

/** What a column is called in each state. */
export interface Names {
  readonly before: string
  readonly after: string
}

export type ColumnChange =
  | { readonly kind: 'added'; readonly name: string; readonly at: number }
  | { readonly kind: 'removed'; readonly name: string; readonly at: number }
  | { readonly kind: 'renamed'; readonly name: Names; readonly at: Indexes }
  | { readonly kind: 'moved'; readonly name: Names; readonly at: Indexes }

export type RowChange =
  | { readonly kind: 'added'; readonly at: number; readonly row: JsonObject }
  | { readonly kind: 'removed'; readonly at: number; readonly row: JsonObject }
  | { readonly kind: 'moved'; readonly at: Indexes }

/** `undefined` where the row has no such cell. */
export interface CellChange {
  readonly row: Indexes
  readonly column: Names
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

export interface SheetDiff {
  /** The column by which rows were found again; null when it was by content. */
  readonly key: string | null
  readonly columns: readonly ColumnChange[]
  readonly rows: readonly RowChange[]
  /** Of rows that both states have, in the order of the older one. */
  readonly cells: readonly CellChange[]
  /** Of what is no row: `total`, `:colWidths` … */
  readonly members: JsonDiff
}

export type SheetChange =
  | { readonly kind: 'added'; readonly at: number; readonly sheet: SheetValues }
  | { readonly kind: 'removed'; readonly at: number; readonly sheet: SheetValues }
  | {
      readonly kind: 'changed'
      readonly at: Indexes
      readonly name: Names
      /** Among the sheets that both states have. */
      readonly moved: boolean
      readonly diff: SheetDiff
    }

/** What leads from an older document of sheets to a newer one. */
export interface BookDiff {
  readonly format: { readonly before: BookValues['format']; readonly after: BookValues['format'] } | null
  readonly sheets: readonly SheetChange[]
  readonly members: JsonDiff
}

export function isEmptyBookDiff({ format, sheets, members }: BookDiff): boolean {
  return format === null && sheets.length === 0 && members.length === 0
}

/** The way back. */
export function invertBook({ format, sheets, members }: BookDiff): BookDiff {
  return {
    format: format && swapped(format),
    sheets: sheets.map((change) =>
      change.kind === 'changed'
        ? { ...change, at: swapped(change.at), name: swapped(change.name), diff: invertSheet(change.diff) }
        : { ...change, kind: turned(change.kind) }
    ),
    members: invertJson(members)
  }
}

function invertSheet({ key, columns, rows, cells, members }: SheetDiff): SheetDiff {
  const renamed = columns.find((change) => change.kind === 'renamed' && change.name.before === key)
  return {
    key: renamed?.kind === 'renamed' ? renamed.name.after : key,
    columns: columns.map((change) =>
      change.kind === 'added' || change.kind === 'removed'
        ? { ...change, kind: turned(change.kind) }
        : { ...change, name: swapped(change.name), at: swapped(change.at) }
    ),
    rows: rows.map((change) =>
      change.kind === 'moved'
        ? { ...change, at: swapped(change.at) }
        : { ...change, kind: turned(change.kind) }
    ),
    cells: cells.map(({ row, column, before, after }) => ({
      row: swapped(row),
      column: swapped(column),
      before: after,
      after: before
    })),
    members: invertJson(members)
  }
}

const turned = (kind: 'added' | 'removed') => (kind === 'added' ? 'removed' : 'added')
const swapped = <T>({ before, after }: { readonly before: T; readonly after: T }) => ({
  before: after,
  after: before
})
