import { isBeyondBounds } from '../../bounds'
import { parseJson } from '../../json'
import { nextId, PRIVATE_PREFIX, type Book, type BookNote, type Column, type Sheet } from './book'
import {
  cutArray,
  cutObject,
  endOfString,
  stringAt,
  type MemberPiece,
  type ObjectPieces
} from '../../json/pieces'
import { readRows } from './read-rows'
import { countOf, notesOfSheet, type ReadSheet } from './sheet-notes'

type BookReading =
  | { readonly book: Book; readonly notes: readonly BookNote[] }
  /** `not-json` and `broken` say what is wrong; `other` is JSON that is no document of sheets. */
  | { readonly refusal: 'not-json' | 'broken' | 'other'; readonly message: string }

/**
 * Reads a document of sheets so that `writeBook` gives back every sign that is not changed (SH1). Generous:
 * rows may be ragged, values of any kind, columns named twice or not at all; what is odd is told in `notes`
 * and kept (SH5).
 */
export function readBook(text: string): BookReading {
  const value = parsed(text)
  if ('problem' in value) return { refusal: 'not-json', message: value.problem }
  const start = text.search(/[^ \t\r\n]/)
  if (text[start] !== '{') return { refusal: 'other', message: 'This file holds no sheets.' }
  const object = cutObject(text, start)
  const format = formatOf(text, object)
  if (!format) return { refusal: 'other', message: 'This file holds no sheets.' }
  const twice = repeated(object)
  if (twice !== null) {
    return {
      refusal: 'broken',
      message: `The member “${twice}” is in the file twice. Only one of the two counts.`
    }
  }
  return format === 'sheet' ? readSingle(text, object) : readMulti(text, object)
}

/** Whether the text is one of sheets, as far as its form tells: a cheap look before anything is opened. */
function looksLikeSheets(text: string): boolean {
  return /":type"\s*:\s*"(multi-)?sheet"/.test(text) || /":names"\s*:\s*\[/.test(text)
}

/**
 * As `looksLikeSheets`, also one that says nothing of itself; what this lets through and is none after all is
 * explained in the grid's place.
 */
export function seemsSheets(text: string): boolean {
  return looksLikeSheets(text) || /^\s*\{\s*"total"\s*:\s*\d+\s*,[^{}]*"data"\s*:\s*\[\s*\{/.test(text)
}

function readSingle(text: string, object: ObjectPieces): BookReading {
  const named = stringMember(text, object, ':sheetname')
  const sheet = readSheet(text, object, { name: named ?? 'data', isPrivate: false, depth: 0 })
  if (sheet.sheet.broken !== null) return { refusal: 'broken', message: sheet.sheet.broken }
  const rest = readPrivate(text, object)
  return done(text, object, 'sheet', [sheet, ...rest.sheets], rest.notes)
}

function readMulti(text: string, object: ObjectPieces): BookReading {
  const names = find(object, ':names')
  if (!names || text[names.start] !== '[') {
    return {
      refusal: 'broken',
      message: 'The member “:names”, which lists the sheets, is missing or no list.'
    }
  }
  const notes: BookNote[] = []
  const sheets: ReadSheet[] = []
  const listed = new Set<string>()
  for (const item of cutArray(text, names.start).items) {
    const name = text[item.start] === '"' ? stringAt(text, item.start, item.end) : null
    if (name === null) {
      return {
        refusal: 'broken',
        message: `“:names” holds ${text.slice(item.start, item.end)}, which is no name.`
      }
    }
    if (listed.has(name)) return { refusal: 'broken', message: `“:names” holds “${name}” twice.` }
    listed.add(name)
    const member = find(object, name)
    if (!member)
      return { refusal: 'broken', message: `“:names” holds “${name}”, but there is no such sheet.` }
    sheets.push(readMember(text, member, { name, isPrivate: false, depth: 1 }))
  }
  for (const { key } of object.members) {
    if (key.startsWith(':') || listed.has(key)) continue
    notes.push({
      sheet: null,
      message: `“${key}” is missing from “:names”: readers do not get it, and it is kept as it is.`
    })
  }
  const rest = readPrivate(text, object)
  return done(text, object, 'multi-sheet', [...sheets, ...rest.sheets], [...notes, ...rest.notes])
}

/** The sheets below `:private`. */
function readPrivate(text: string, object: ObjectPieces): { sheets: ReadSheet[]; notes: BookNote[] } {
  const member = find(object, ':private')
  if (!member) return { sheets: [], notes: [] }
  if (text[member.start] !== '{') {
    return {
      sheets: [],
      notes: [{ sheet: null, message: '“:private” holds no sheets. It is kept as it is.' }]
    }
  }
  const inner = cutObject(text, member.start)
  const sheets = inner.members.map((piece) =>
    readMember(text, piece, { name: piece.key, isPrivate: true, depth: 2 })
  )
  return { sheets, notes: [] }
}

interface Place {
  readonly name: string
  readonly isPrivate: boolean
  readonly depth: number
}

function readMember(text: string, member: MemberPiece, place: Place): ReadSheet {
  if (text[member.start] === '{') return readSheet(text, cutObject(text, member.start), place)
  const object = { start: member.start, end: member.end, members: [] }
  return brokenSheet(text, object, place, `“${place.name}” is no sheet with rows. It is kept as it is.`)
}

function readSheet(text: string, object: ObjectPieces, place: Place): ReadSheet {
  const data = find(object, 'data')
  if (!data || text[data.start] !== '[') {
    return brokenSheet(
      text,
      object,
      place,
      `The sheet “${place.name}” has no list of rows in “data”. It is kept as it is.`
    )
  }
  const twice = place.depth > 0 ? repeated(object) : null
  if (twice !== null) {
    return brokenSheet(
      text,
      object,
      place,
      `The sheet “${place.name}” has the member “${twice}” twice. It is kept as it is.`
    )
  }
  const { rows, names, list, oddities } = readRows(text, data.start)
  const widths = widthsOf(text, object)
  const columns = names.map((name, slot): Column => ({ slot, name, width: widths[slot] ?? null }))
  const sheet: Sheet = {
    id: nextId(),
    name: place.name,
    private: place.isPrivate,
    columns,
    rows,
    shape: {},
    nextSlot: columns.length,
    broken: null,
    source: { text, object, list, depth: place.depth, name: place.name, rows, columns }
  }
  return { sheet, total: countOf(text, object, 'total'), oddities }
}

function brokenSheet(text: string, object: ObjectPieces, place: Place, why: string): ReadSheet {
  const none = { rows: [], columns: [] }
  const source = { text, object, list: null, depth: place.depth, name: place.name, ...none }
  const { name, isPrivate } = place
  const sheet = {
    id: nextId(),
    name,
    private: isPrivate,
    ...none,
    shape: {},
    nextSlot: 0,
    broken: why,
    source
  }
  return { sheet, total: 0, oddities: { odd: 0, ragged: 0, repeated: [] } }
}

function done(
  text: string,
  object: ObjectPieces,
  format: Book['format'],
  read: readonly ReadSheet[],
  notes: readonly BookNote[]
): BookReading {
  const sheets = read.map(({ sheet }) => sheet)
  return {
    book: { format, sheets, source: { text, object, format, sheets } },
    notes: [...notes, ...read.flatMap(notesOfSheet)]
  }
}

function formatOf(text: string, object: ObjectPieces): Book['format'] | null {
  const type = stringMember(text, object, ':type')
  if (type === 'sheet') return 'sheet'
  if (type === 'multi-sheet') return 'multi-sheet'
  if (type !== null) return null
  if (find(object, ':names')) return 'multi-sheet'
  const data = find(object, 'data')
  const total = find(object, 'total')
  return data && total && text[data.start] === '[' && /[\d-]/.test(text[total.start] ?? '') ? 'sheet' : null
}

function repeated(object: ObjectPieces): string | null {
  const known = new Set<string>()
  for (const { key } of object.members) {
    if (known.has(key)) return key
    known.add(key)
  }
  return null
}

function widthsOf(text: string, object: ObjectPieces): (number | null)[] {
  const member = find(object, ':colWidths')
  if (!member || text[member.start] !== '[') return []
  return cutArray(text, member.start).items.map(({ start, end }) => {
    const width = Number(text.slice(start, end))
    return Number.isFinite(width) && width > 0 ? width : null
  })
}

const find = (object: ObjectPieces, key: string): MemberPiece | undefined =>
  object.members.find((member) => member.key === key)

function stringMember(text: string, object: ObjectPieces, key: string): string | null {
  const member = find(object, key)
  if (!member || text[member.start] !== '"') return null
  return stringAt(text, member.start, endOfString(text, member.start))
}

function parsed(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: parseJson(text, 'This file') }
  } catch (error) {
    if (isBeyondBounds(error)) return { problem: error.message }
    return {
      problem: `The file is not valid JSON (${error instanceof Error ? error.message : 'it cannot be read'}).`
    }
  }
}

/** Whether a name keeps its sheet from readers. */
export const isPrivateName = (name: string): boolean => name.startsWith(PRIVATE_PREFIX)
