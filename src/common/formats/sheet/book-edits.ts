import {
  isPrivateName,
  nextId,
  PRIVATE_PREFIX,
  sheetOf,
  withSheet,
  type Book,
  type Column,
  type Sheet
} from './book'
import { blankRow } from './sheet-edits'

export type BookEdit = Book | { readonly problem: string }

/** A file with one empty sheet. */
export function newBook(name = 'data', columns: readonly string[] = []): Book {
  return { format: 'sheet', sheets: [newSheet(name, columns)], source: null }
}

export function newSheet(name: string, names: readonly string[]): Sheet {
  const columns = names.map((title, slot): Column => ({ slot, name: title, width: null }))
  return {
    id: nextId(),
    name,
    private: isPrivateName(name),
    columns,
    rows: columns.length > 0 ? [blankRow(columns)] : [],
    shape: {},
    nextSlot: columns.length,
    source: null,
    broken: null
  }
}

/**
 * Adds a sheet behind the public ones, or behind all when it is private. A second public sheet makes the file
 * multi-sheet (SH2).
 */
export function addSheet(book: Book, sheet: Sheet): BookEdit {
  const problem = nameProblem(book, sheet.name, null)
  if (problem !== null) return { problem }
  return inOrder({ ...book, sheets: [...book.sheets, sheet] })
}

/** Gives a sheet another name; a name that begins with `private-` keeps it from readers. */
export function renameSheet(book: Book, id: number, name: string): BookEdit {
  const sheet = sheetOf(book, id)
  if (!sheet || sheet.name === name) return book
  const problem = nameProblem(book, name, id)
  if (problem !== null) return { problem }
  const hides = isPrivateName(name)
  if (hides && !sheet.private && publicSheets(book).length === 1) return { problem: oneForReaders }
  const isPrivate = hides || (sheet.private && !isPrivateName(sheet.name))
  return inOrder(withSheet(book, { ...sheet, name, private: isPrivate }))
}

/** Keeps a sheet from readers, or shows it to them. */
export function setPrivate(book: Book, id: number, isPrivate: boolean): BookEdit {
  const sheet = sheetOf(book, id)
  if (!sheet || sheet.private === isPrivate) return book
  if (isPrivate) return renameSheet(book, id, PRIVATE_PREFIX + sheet.name)
  const name = isPrivateName(sheet.name) ? sheet.name.slice(PRIVATE_PREFIX.length) : sheet.name
  const problem = nameProblem(book, name, id)
  if (problem !== null) return { problem }
  return inOrder(withSheet(book, { ...sheet, name, private: false }))
}

/** Moves a tab so that it comes before the one that is at `to` now; private sheets stay behind the others. */
export function moveSheet(book: Book, id: number, to: number): Book {
  const from = book.sheets.findIndex((sheet) => sheet.id === id)
  const sheet = book.sheets[from]
  if (!sheet || to === from || to === from + 1) return book
  const rest = book.sheets.filter((one) => one !== sheet)
  const at = to > from ? to - 1 : to
  return inOrder({ ...book, sheets: [...rest.slice(0, at), sheet, ...rest.slice(at)] })
}

export function removeSheet(book: Book, id: number): BookEdit {
  const sheet = sheetOf(book, id)
  if (!sheet) return book
  if (!sheet.private && publicSheets(book).length === 1) return { problem: oneForReaders }
  return smallest({ ...book, sheets: book.sheets.filter((one) => one !== sheet) })
}

/** A copy of a sheet behind it, under a free name. */
export function duplicateSheet(book: Book, id: number): BookEdit {
  const sheet = sheetOf(book, id)
  if (!sheet || sheet.broken !== null) return book
  const copy: Sheet = {
    ...sheet,
    id: nextId(),
    name: freeSheetName(book, `${sheet.name}-copy`),
    source: null,
    shape: {},
    rows: sheet.rows.map((row) => ({ ...row, id: nextId(), source: null }))
  }
  const at = book.sheets.indexOf(sheet) + 1
  return inOrder({ ...book, sheets: [...book.sheets.slice(0, at), copy, ...book.sheets.slice(at)] })
}

/** `name`, or with the first number that makes it free. */
export function freeSheetName(book: Book, name: string): string {
  const taken = new Set(book.sheets.map((sheet) => sheet.name))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Why a sheet cannot have the name, in words. */
function nameProblem(book: Book, name: string, own: number | null): string | null {
  if (name.trim() === '') return 'A sheet needs a name.'
  if (name.startsWith(':'))
    return 'A sheet’s name does not begin with a colon: such members belong to the file itself.'
  if (book.sheets.some((sheet) => sheet.id !== own && sheet.name === name))
    return `There is a sheet “${name}” already.`
  const other = book.source?.object.members.some(({ key }) => key === name) ?? false
  const listed = book.source?.sheets.some((sheet) => sheet.name === name) ?? false
  if (book.source?.format === 'multi-sheet' && other && !listed) {
    return `The file holds something else under the name “${name}”. It is kept as it is.`
  }
  return null
}

const oneForReaders = 'A file keeps at least one sheet that readers get.'

export const publicSheets = (book: Book): readonly Sheet[] => book.sheets.filter((sheet) => !sheet.private)

/**
 * A file of one sheet again where one is left (SH2), unless it holds something besides sheets that only the
 * other form has a place for.
 */
function smallest(book: Book): Book {
  const { source } = book
  const sheets = new Set(source?.sheets.map(({ name }) => name))
  const others = source?.object.members.filter(({ key }) => !key.startsWith(':') && !sheets.has(key)) ?? []
  const isFull = source?.format === 'multi-sheet' && others.length > 0
  const [left] = book.sheets
  const isOne = book.sheets.length === 1 && left?.broken === null
  return isOne && !isFull ? { ...book, format: 'sheet' } : book
}

/** Public sheets first; the format grows with their number, and shrinks only when a sheet is taken out. */
function inOrder(book: Book): Book {
  const shown = publicSheets(book)
  const format = shown.length > 1 ? 'multi-sheet' : book.format
  return { ...book, format, sheets: [...shown, ...book.sheets.filter((sheet) => sheet.private)] }
}
