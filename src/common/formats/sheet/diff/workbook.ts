import { isJsonArray, isJsonObject, member, objectOf, type JsonObject, type JsonValue } from '../../../schema'

/** A sheet as it is compared. Everything of it that is not a row is kept in `members`, understood or not. */
export interface Sheet {
  readonly name: string
  /** Every column that a row has, in the order in which they are met. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
  /** `total`, `limit`, `offset`, `:colWidths` and whatever else there is. */
  readonly members: JsonObject
}

/** A config or JSON document in the single-sheet or the multi-sheet format. */
export interface Workbook {
  readonly format: 'sheet' | 'multi-sheet'
  readonly sheets: readonly Sheet[]
  /** What belongs to no sheet; `:type` among it. */
  readonly members: JsonObject
}

/**
 * Reads a document of sheets, generously: rows may be ragged, values need not be texts, `total` need not be
 * right, unknown members are kept. Null for JSON that is no such document, which is then compared field by
 * field.
 */
export function readWorkbook(value: JsonValue): Workbook | null {
  if (!isJsonObject(value)) return null
  return isJsonArray(member(value, ':names')) ? readSheets(value) : readSingle(value)
}

function readSingle(value: JsonObject): Workbook | null {
  if (member(value, ':type') !== 'sheet' && typeof member(value, 'total') !== 'number') return null
  const rows = rowsIn(value)
  if (!rows) return null
  const name = member(value, ':sheetname')
  const named = typeof name === 'string' && name !== ''
  const ofBook = new Set(named ? [':type'] : [':type', ':sheetname'])
  const sheet = sheetOf(named ? name : '', rows, without(value, new Set([...ofBook, 'data', ':sheetname'])))
  return { format: 'sheet', sheets: [sheet], members: picked(value, ofBook) }
}

function readSheets(value: JsonObject): Workbook | null {
  const names = member(value, ':names')
  if (!isJsonArray(names)) return null
  const sheets: Sheet[] = []
  const known = new Set([':names'])
  for (const name of names) {
    const sheet = typeof name === 'string' ? member(value, name) : undefined
    const rows = isJsonObject(sheet) ? rowsIn(sheet) : null
    if (typeof name !== 'string' || !isJsonObject(sheet) || !rows || known.has(name)) return null
    known.add(name)
    sheets.push(sheetOf(name, rows, without(sheet, dataOnly)))
  }
  return { format: 'multi-sheet', sheets, members: without(value, known) }
}

const dataOnly: ReadonlySet<string> = new Set(['data'])

export function sheetOf(name: string, rows: readonly JsonObject[], members: JsonObject): Sheet {
  return { name, columns: columnsOf(rows), rows, members }
}

/** The document of a workbook: what `readWorkbook` read, member for member. */
export function writeWorkbook({ format, sheets, members }: Workbook): JsonObject {
  if (format === 'sheet') {
    const [sheet] = sheets
    if (!sheet) return members
    const name: [string, JsonValue][] = sheet.name === '' ? [] : [[':sheetname', sheet.name]]
    return objectOf([
      ...Object.entries(members),
      ...name,
      ...Object.entries(sheet.members),
      ['data', sheet.rows]
    ])
  }
  return objectOf([
    ...Object.entries(members),
    [':names', sheets.map(({ name }) => name)],
    ...sheets.map(({ name, rows, members: own }): [string, JsonValue] => [
      name,
      objectOf([...Object.entries(own), ['data', rows]])
    ])
  ])
}

function rowsIn(sheet: JsonObject): readonly JsonObject[] | null {
  const data = member(sheet, 'data')
  if (!isJsonArray(data)) return null
  const rows: JsonObject[] = []
  for (const row of data) {
    if (!isJsonObject(row)) return null
    rows.push(row)
  }
  return rows
}

function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const columns: string[] = []
  const known = new Set<string>()
  for (const row of rows) {
    const keys = Object.keys(row)
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? ''
      if (columns[at] === key || known.has(key)) continue
      known.add(key)
      columns.push(key)
    }
  }
  return columns
}

function without(value: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return objectOf(Object.entries(value).filter(([key]) => !keys.has(key)))
}

function picked(value: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return objectOf(Object.entries(value).filter(([key]) => keys.has(key)))
}
