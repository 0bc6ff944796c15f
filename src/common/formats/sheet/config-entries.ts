import { cellText, withSheet, type Book, type Row, type Sheet } from './book'
import { addSheet, freeSheetName, newBook, newSheet } from './book-edits'
import { readBook } from './read-book'
import { deleteRows, insertColumns, insertRows, setCells } from './sheet-edits'
import { writeBook } from './write-book'

/** One row in words: column name → what its cell says. */
export type Entry = Readonly<Record<string, string>>

/**
 * A config with one more entry of key and value, in the sheet that holds such entries, else in a new one.
 * Everything else keeps every sign (SH1, C1).
 * @param text null or no document of sheets: a new config that holds the entry alone
 */
export function withEntry(text: string | null, key: string, value: string): string {
  const book = text === null ? null : bookIn(text)
  if (!book) return writeBook(withRows(newBook('data', ['key', 'value']), 'data', [{ key, value }]))
  const home = book.sheets.find((sheet) => isHome(sheet))
  if (home) return writeBook(withSheet(book, withRow(home, { key, value })))
  return writeBook(withNewSheet(book, 'data', [{ key, value }]))
}

/**
 * A config with one more row of the permissions (P2); everything else keeps every sign (SH1, C1).
 * @returns null where it has no permissions sheet
 */
export function withPermission(
  text: string,
  row: Readonly<Record<'path' | 'groups' | 'actions', string>>
): string | null {
  const book = bookIn(text)
  const sheet = book?.sheets.find(({ name, private: hidden }) => name === 'permissions' && !hidden)
  return book && sheet ? writeBook(withSheet(book, withRow(sheet, row))) : null
}

/** A config without the rows that are to go; the same text when there are none. */
export function withoutEntries(text: string, goes: (entry: Entry) => boolean): string {
  const book = bookIn(text)
  if (!book) return text
  const sheets = book.sheets.map((sheet) => {
    const gone = sheet.rows.flatMap((row, index) => (goes(entryOf(sheet, row)) ? [index] : []))
    return gone.length === 0 ? sheet : deleteRows(sheet, new Set(gone))
  })
  return writeBook({ ...book, sheets })
}

/**
 * A config with one more sheet, filled with these rows.
 * @param text null: a new config with it alone
 * @param widths of its columns, in pixels
 */
export function withNewSheetOf(
  text: string | null,
  name: string,
  rows: readonly Entry[],
  widths: readonly number[] = []
): string {
  const book = text === null ? null : bookIn(text)
  if (book) return writeBook(withNewSheet(book, name, rows, widths))
  return writeBook(withRows(newBook(name, Object.keys(rows[0] ?? {})), name, rows))
}

function bookIn(text: string): Book | null {
  const reading = readBook(text)
  return 'book' in reading ? reading.book : null
}

/** A sheet of keys and values, or one without columns that could become one. */
function isHome(sheet: Sheet): boolean {
  if (sheet.private || sheet.broken !== null) return false
  if (sheet.columns.length === 0) return sheet.name !== 'permissions'
  return sheet.columns.some(({ name }) => name === 'key')
}

function withNewSheet(
  book: Book,
  name: string,
  rows: readonly Entry[],
  widths: readonly number[] = []
): Book {
  const free = freeSheetName(book, name)
  const sheet = newSheet(free, Object.keys(rows[0] ?? {}))
  const columns = sheet.columns.map((column, index) => ({ ...column, width: widths[index] ?? null }))
  const added = addSheet(book, { ...sheet, columns })
  return 'problem' in added ? book : withRows(added, free, rows)
}

/** Fills a sheet that has just been made: its one empty row makes room. */
function withRows(book: Book, name: string, rows: readonly Entry[]): Book {
  const sheet = book.sheets.find((one) => one.name === name)
  if (!sheet) return book
  const filled = rows.reduce(withRow, { ...sheet, rows: [] })
  return withSheet(book, filled)
}

function withRow(sheet: Sheet, entry: Entry): Sheet {
  const missing = Object.keys(entry).filter((name) => !sheet.columns.some((column) => column.name === name))
  const wide = missing.length === 0 ? sheet : insertColumns(sheet, sheet.columns.length, missing)
  const at = isBlank(wide, wide.rows.length - 1) ? wide.rows.length - 1 : wide.rows.length
  const room = at === wide.rows.length ? insertRows(wide, at, 1) : wide
  return setCells(
    room,
    room.columns.flatMap(({ name, slot }) => {
      const value = entry[name]
      return value === undefined ? [] : [{ row: at, slot, value }]
    })
  )
}

function isBlank(sheet: Sheet, index: number): boolean {
  const row = sheet.rows[index]
  return row?.odd === undefined && row !== undefined && row.cells.every((cell) => cellText(cell) === '')
}

const entryOf = (sheet: Sheet, row: Row): Entry =>
  Object.fromEntries(sheet.columns.map(({ name, slot }) => [name, cellText(row.cells[slot])]))
