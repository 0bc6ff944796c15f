import { parseJson } from '../../json'
import type { ObjectPieces } from '../../json/pieces'
import type { SheetFormat } from './outline'

/** A value that is no text, as it is written in the file: `1.50`, `true`, `{"a": 1}`. */
interface JsonCell {
  readonly json: string
}

/** What a row has in a column; undefined: the row has no such member. */
export type CellValue = string | JsonCell | undefined

export interface Column {
  /** Where the column's values lie in a row's `cells`; never given to another column of the sheet. */
  readonly slot: number
  /** May be empty, and two columns may have one name, where the file has it so. */
  readonly name: string
  /** Pixels, from `:colWidths`; null where the file says none. */
  readonly width: number | null
}

export interface Row {
  /** Stays with the row however it is moved or changed. */
  readonly id: number
  /** By slot. */
  readonly cells: readonly CellValue[]
  /** Where the row comes from; null for new rows. */
  readonly source: RowSource | null
  /** The JSON of an entry that is no row: shown, kept, not edited. */
  readonly odd?: string
}

export interface RowSource {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Its place among the rows of the file. */
  readonly index: number
  readonly cells: readonly CellValue[]
}

export interface Sheet {
  readonly id: number
  readonly name: string
  /** Stored under `:private`: readers do not get it. */
  readonly private: boolean
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Another object whenever rows come, go or change places. */
  readonly shape: object
  readonly nextSlot: number
  readonly source: SheetSource | null
  /** Why this cannot be shown as a table; it is kept as it is. */
  readonly broken: string | null
}

/** The sheet as it was read: what did not change is written as it stands there. */
export interface SheetSource {
  readonly text: string
  readonly object: ObjectPieces
  /** Where the list of rows stands; null in a broken sheet. */
  readonly list: ListPlace | null
  /** Levels of the document above the sheet's members: 0 for a single sheet, 1, or 2 below `:private`. */
  readonly depth: number
  readonly name: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
}

/** The brackets of the list of rows, and its first, second and last entry. */
export interface ListPlace {
  readonly start: number
  readonly end: number
  readonly first: Span | null
  readonly second: Span | null
  readonly last: Span | null
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Book {
  readonly format: SheetFormat
  /** In the order of the tabs: those of `:names`, then the private ones. */
  readonly sheets: readonly Sheet[]
  readonly source: BookSource | null
}

export interface BookSource {
  readonly text: string
  readonly object: ObjectPieces
  readonly format: Book['format']
  readonly sheets: readonly Sheet[]
}

/** Something in the file that a person should know of. Nothing of it is changed. */
export interface BookNote {
  /** Name of the sheet; null for the whole file. */
  readonly sheet: string | null
  readonly message: string
}

let lastId = 0
/** Unique in this program: for sheets and rows. */
export const nextId = (): number => ++lastId

/** A cell in words: what a text field shows. */
export function cellText(value: CellValue): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : value.json
}

/** What kind of value a cell has, for people. */
export function kindOfCell(
  value: CellValue
): 'text' | 'number' | 'true or false' | 'null' | 'JSON' | 'nothing' {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return 'text'
  const first = value.json[0]
  if (first === '{' || first === '[') return 'JSON'
  if (first === 't' || first === 'f') return 'true or false'
  return first === 'n' ? 'null' : 'number'
}

/**
 * What a typed text becomes in a cell: a number stays a number while a number is typed, and so on; everything
 * else is text.
 */
export function typedCell(before: CellValue, text: string): CellValue {
  if (before === undefined || typeof before === 'string') return text
  if (text === before.json) return before
  const trimmed = text.trim()
  const kind = kindOfCell(before)
  if (kind === 'number') return isJsonNumber(trimmed) ? { json: trimmed } : text
  if (kind === 'JSON') return isJsonTree(trimmed) ? { json: trimmed } : text
  return trimmed === 'true' || trimmed === 'false' || trimmed === 'null' ? { json: trimmed } : text
}

export function sameCell(a: CellValue, b: CellValue): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a.json === b.json
  return a === b
}

export const isJsonNumber = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)

function isJsonTree(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

/** The sheet of that id. */
export const sheetOf = (book: Book, id: number): Sheet | undefined =>
  book.sheets.find((sheet) => sheet.id === id)

/** The book with this sheet in the place of the one with its id. */
export function withSheet(book: Book, sheet: Sheet): Book {
  return { ...book, sheets: book.sheets.map((old) => (old.id === sheet.id ? sheet : old)) }
}

/** What begins so is kept from readers (map E). */
export const PRIVATE_PREFIX = 'private-'

/** Whether a name keeps its sheet from readers. */
export const isPrivateName = (name: string): boolean => name.startsWith(PRIVATE_PREFIX)

/** Letters of a column as spreadsheets count them: 0 → A, 26 → AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
