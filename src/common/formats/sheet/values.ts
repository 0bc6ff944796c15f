import {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  type JsonObject,
  type JsonValue
} from '../../json/value'
import type { JsonText } from '../json/read'
import { outlineOf, type SheetFormat } from './outline'

/** The values of a sheet. Everything of it that is not a row is kept in `members`, understood or not. */
export interface SheetValues {
  /** Empty where the file gives none. */
  readonly name: string
  /** Every column that a row has, in the order in which they are met. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
  /** `total`, `limit`, `offset`, `:colWidths` and whatever else there is. */
  readonly members: JsonObject
}

/**
 * The values of a book: plain data, as they are compared, merged and handed to other threads. How they are
 * written is the text's; `writeJson` puts other values into it and keeps the rest.
 */
export interface BookValues {
  readonly format: SheetFormat
  readonly sheets: readonly SheetValues[]
  /** What belongs to no sheet; `:type` and `:private` among it. */
  readonly members: JsonObject
}

/**
 * The values of a document of sheets. Generous: rows may be ragged, values need not be texts, `total` need
 * not be right, unknown members are kept. Null for JSON that is no such document, and where a sheet is broken
 * or has an entry that is no row: that is compared and merged field by field.
 */
export function readValues({ text, value }: JsonText): BookValues | null {
  const outline = outlineOf(text)
  if ('refusal' in outline || !isJsonObject(value)) return null
  const { format } = outline
  const sheets: SheetValues[] = []
  const taken = new Set([':names'])
  for (const { name, private: isPrivate } of outline.sheets) {
    if (isPrivate) continue
    const object = format === 'sheet' ? value : member(value, name)
    const rows = isJsonObject(object) ? rowsIn(object) : null
    if (!isJsonObject(object) || !rows) return null
    if (format === 'sheet') return singleValues(object, rows)
    taken.add(name)
    sheets.push(
      sheetValues(
        name,
        rows,
        picked(object, (key) => key !== 'data')
      )
    )
  }
  return { format, sheets, members: picked(value, (key) => !taken.has(key)) }
}

/** A single sheet and its document are one object: what names the two is the document's. */
function singleValues(value: JsonObject, rows: readonly JsonObject[]): BookValues {
  const given = member(value, ':sheetname')
  const name = typeof given === 'string' ? given : ''
  const isOfBook = (key: string) => key === ':type' || (key === ':sheetname' && name === '')
  const members = picked(value, (key) => key !== 'data' && key !== ':sheetname' && !isOfBook(key))
  return { format: 'sheet', sheets: [sheetValues(name, rows, members)], members: picked(value, isOfBook) }
}

export function sheetValues(name: string, rows: readonly JsonObject[], members: JsonObject): SheetValues {
  return { name, columns: columnsOf(rows), rows, members }
}

/**
 * The JSON of a book: what `readValues` read, member for member.
 * @param was the value that it is written over: members stay in the places that they have there
 */
export function jsonOfBook({ format, sheets, members }: BookValues, was?: JsonValue): JsonObject {
  const own = Object.entries(members)
  if (format === 'sheet') {
    const [sheet] = sheets
    if (!sheet) return members
    const name: [string, JsonValue][] = sheet.name === '' ? [] : [[':sheetname', sheet.name]]
    return inOrderOf([...own, ...name, ...entriesOf(sheet)], was)
  }
  const before = was !== undefined && isJsonObject(was) ? was : {}
  const written = sheets.map((sheet): [string, JsonValue] => [
    sheet.name,
    inOrderOf(entriesOf(sheet), member(before, sheet.name))
  ])
  return inOrderOf([...own, [':names', sheets.map(({ name }) => name)], ...written], was)
}

/** An object of these members; those that the older one has, too, in the order that they have there. */
function inOrderOf(entries: readonly [string, JsonValue][], old: JsonValue | undefined): JsonObject {
  if (old === undefined || !isJsonObject(old)) return objectOf(entries)
  const values = new Map(entries)
  const kept = Object.keys(old).filter((key) => values.has(key))
  return objectOf(
    entries.map(([key]) => {
      const next = Object.hasOwn(old, key) ? (kept.shift() ?? key) : key
      return [next, values.get(next) ?? null]
    })
  )
}

/** The members of a sheet's object. */
export const entriesOf = ({ rows, members }: SheetValues): [string, JsonValue][] => [
  ...Object.entries(members),
  ['data', rows]
]

function rowsIn(sheet: JsonObject): readonly JsonObject[] | null {
  const data = member(sheet, 'data')
  return isJsonArray(data) && data.every(isJsonObject) ? data : null
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

const picked = (value: JsonObject, isWanted: (key: string) => boolean): JsonObject =>
  objectOf(Object.entries(value).filter(([key]) => isWanted(key)))
