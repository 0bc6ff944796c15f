import { isPrivateName } from '../formats/sheet/book'
import type { SheetFormat } from '../formats/sheet/outline'

export type Row = Readonly<Record<string, unknown>>

/** A stored sheet file, as far as it is one. */
interface SheetFile {
  /** In order; a single sheet has one, by its `:sheetname`. */
  readonly sheets: readonly { readonly name: string; readonly rows: readonly Row[] }[]
  readonly format: SheetFormat
}

/**
 * Null for JSON that is no sheet: it is delivered as it is. Sheets under `:private`, or whose name begins so,
 * are not part of it.
 */
export function readSheets(value: unknown): SheetFile | null {
  if (!isObject(value)) return null
  const type = own(value, ':type')
  if (type === 'multi-sheet') {
    const names = own(value, ':names')
    if (!Array.isArray(names)) return null
    const sheets = names.flatMap((name: unknown) => {
      const rows = typeof name === 'string' && !isPrivateName(name) ? rowsOf(own(value, name)) : null
      return rows && typeof name === 'string' ? [{ name, rows }] : []
    })
    return { format: 'multi-sheet', sheets }
  }
  const rows = type === 'sheet' ? rowsOf(value) : null
  if (!rows) return null
  const name = own(value, ':sheetname')
  return { format: 'sheet', sheets: [{ name: typeof name === 'string' ? name : 'data', rows }] }
}

export interface SheetQuery {
  /** Names, in the order asked for; none: all of them. */
  readonly names: readonly string[]
  readonly offset: number
  /** Null: all rows. */
  readonly limit: number | null
}

/**
 * What readers get of a sheet file: `{total, offset, limit, data, :type: "sheet"}` for one sheet, else the
 * same for each with `:names`. Null when a sheet is asked for that is not there.
 */
export function deliveredSheets({ format, sheets }: SheetFile, query: SheetQuery): Row | null {
  const asked = query.names.map((name) => sheets.find((sheet) => sheet.name === name))
  const chosen = query.names.length === 0 ? sheets : asked.flatMap((sheet) => sheet ?? [])
  if (chosen.length < asked.length) return null
  const [only] = chosen
  const single = query.names.length === 1 || (query.names.length === 0 && format === 'sheet')
  if (single && only) return { ...part(only.rows, query), ':sheetname': only.name, ':type': 'sheet' }
  return {
    ...Object.fromEntries(chosen.map(({ name, rows }) => [name, part(rows, query)])),
    ':names': chosen.map(({ name }) => name),
    ':version': 3,
    ':type': 'multi-sheet'
  }
}

function part(rows: readonly Row[], { offset, limit }: SheetQuery): Row {
  const data = rows.slice(offset, limit === null ? undefined : offset + limit)
  return { total: rows.length, offset, limit: data.length, data }
}

function rowsOf(sheet: unknown): readonly Row[] | null {
  const data = isObject(sheet) ? own(sheet, 'data') : null
  return Array.isArray(data) ? data.filter(isObject) : null
}

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (value: Row, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)
