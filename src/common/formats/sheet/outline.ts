import { isJsonArray, isJsonObject, member, type JsonValue } from '../../json/value'
import {
  cutArray,
  cutObject,
  endOfString,
  stringAt,
  type MemberPiece,
  type ObjectPieces
} from '../../json/pieces'
import type { BookNote } from './book'

export type SheetFormat = 'sheet' | 'multi-sheet'

/** A sheet that was found in a text; its rows are not read yet. */
export interface OutlinedSheet {
  readonly name: string
  /** Stored under `:private`: readers do not get it. */
  readonly private: boolean
  /** Levels of the document above the sheet's members: 0 for a single sheet, 1, or 2 below `:private`. */
  readonly depth: number
  readonly object: ObjectPieces
  /** Where the list of rows begins; null in a broken sheet. */
  readonly rows: number | null
  /** Why this cannot be shown as a table. */
  readonly broken: string | null
}

interface BookOutline {
  readonly format: SheetFormat
  readonly object: ObjectPieces
  /** Those of `:names`, then the private ones. */
  readonly sheets: readonly OutlinedSheet[]
  readonly notes: readonly BookNote[]
}

/** `broken` says what is wrong with it; `other` is JSON that is no document of sheets. */
interface Refusal {
  readonly refusal: 'broken' | 'other'
  readonly message: string
}

/**
 * The one place that says what a document of sheets is (SH12): its format and its sheets, for the grid
 * (`readBook`) and for whoever compares, merges or counts values (`readValues`).
 * @param text valid JSON
 */
export function outlineOf(text: string): BookOutline | Refusal {
  const start = text.search(/[^ \t\r\n]/)
  if (text[start] !== '{') return none
  const object = cutObject(text, start)
  const format = formatIn(text, object)
  if (!format) return none
  const twice = repeated(object)
  if (twice !== null) return broken(`The member “${twice}” is in the file twice. Only one of the two counts.`)
  return format === 'sheet' ? single(text, object) : several(text, object)
}

/** The format of a JSON value, where only that is at hand; null for no document of sheets. */
export function formatOfValue(value: JsonValue): SheetFormat | null {
  if (!isJsonObject(value)) return null
  return formatBy({
    type: member(value, ':type'),
    hasNames: member(value, ':names') !== undefined,
    hasRows: typeof member(value, 'total') === 'number' && isJsonArray(member(value, 'data'))
  })
}

/**
 * Whether a text may be one of sheets: a cheap look at its form, before anything is opened. What this lets
 * through and is none after all is explained in the grid's place.
 */
export function seemsSheets(text: string): boolean {
  return (
    /":type"\s*:\s*"(multi-)?sheet"/.test(text) ||
    /":names"\s*:\s*\[/.test(text) ||
    /^\s*\{\s*"total"\s*:\s*\d+\s*,[^{}]*"data"\s*:\s*\[\s*\{/.test(text)
  )
}

/** What says of itself what it is, is that; what says nothing is told by the members that it has. */
function formatBy(marks: { type: unknown; hasNames: boolean; hasRows: boolean }): SheetFormat | null {
  const { type, hasNames, hasRows } = marks
  if (typeof type === 'string') return type === 'sheet' || type === 'multi-sheet' ? type : null
  if (hasNames) return 'multi-sheet'
  return hasRows ? 'sheet' : null
}

function formatIn(text: string, object: ObjectPieces): SheetFormat | null {
  const total = memberIn(object, 'total')
  return formatBy({
    type: stringMember(text, object, ':type'),
    hasNames: memberIn(object, ':names') !== undefined,
    hasRows: listIn(text, object, 'data') !== null && /[\d-]/.test(text[total?.start ?? -1] ?? '')
  })
}

function single(text: string, object: ObjectPieces): BookOutline | Refusal {
  const name = stringMember(text, object, ':sheetname') ?? 'data'
  const sheet = sheetAt(text, object, { name, private: false, depth: 0 })
  if (sheet.broken !== null) return broken(sheet.broken)
  const hidden = privateSheets(text, object)
  return { format: 'sheet', object, sheets: [sheet, ...hidden.sheets], notes: hidden.notes }
}

function several(text: string, object: ObjectPieces): BookOutline | Refusal {
  const names = listIn(text, object, ':names')
  if (names === null) return broken('The member “:names”, which lists the sheets, is missing or no list.')
  const sheets = new Map<string, OutlinedSheet>()
  for (const item of cutArray(text, names).items) {
    const name = text[item.start] === '"' ? stringAt(text, item.start, item.end) : null
    if (name === null) return broken(`“:names” holds ${text.slice(item.start, item.end)}, which is no name.`)
    if (sheets.has(name)) return broken(`“:names” holds “${name}” twice.`)
    const piece = memberIn(object, name)
    if (!piece) return broken(`“:names” holds “${name}”, but there is no such sheet.`)
    sheets.set(name, sheetIn(text, piece, { name, private: false, depth: 1 }))
  }
  const unnamed = object.members.filter(({ key }) => !key.startsWith(':') && !sheets.has(key))
  const notes = unnamed.map(({ key }): BookNote => ({
    sheet: null,
    message: `“${key}” is missing from “:names”: readers do not get it, and it is kept as it is.`
  }))
  const hidden = privateSheets(text, object)
  return {
    format: 'multi-sheet',
    object,
    sheets: [...sheets.values(), ...hidden.sheets],
    notes: [...notes, ...hidden.notes]
  }
}

/** The sheets below `:private`. */
function privateSheets(text: string, object: ObjectPieces): Pick<BookOutline, 'sheets' | 'notes'> {
  const piece = memberIn(object, ':private')
  if (!piece) return { sheets: [], notes: [] }
  if (text[piece.start] !== '{') {
    return {
      sheets: [],
      notes: [{ sheet: null, message: '“:private” holds no sheets. It is kept as it is.' }]
    }
  }
  const inner = cutObject(text, piece.start).members
  return {
    sheets: inner.map((one) => sheetIn(text, one, { name: one.key, private: true, depth: 2 })),
    notes: []
  }
}

type Place = Pick<OutlinedSheet, 'name' | 'private' | 'depth'>

function sheetIn(text: string, piece: MemberPiece, place: Place): OutlinedSheet {
  if (text[piece.start] === '{') return sheetAt(text, cutObject(text, piece.start), place)
  const object = { start: piece.start, end: piece.end, members: [] }
  const why = `“${place.name}” is no sheet with rows. It is kept as it is.`
  return { ...place, object, rows: null, broken: why }
}

function sheetAt(text: string, object: ObjectPieces, place: Place): OutlinedSheet {
  const rows = listIn(text, object, 'data')
  const twice = place.depth > 0 ? repeated(object) : null
  if (rows !== null && twice === null) return { ...place, object, rows, broken: null }
  const why = rows === null ? 'has no list of rows in “data”' : `has the member “${twice}” twice`
  return { ...place, object, rows: null, broken: `The sheet “${place.name}” ${why}. It is kept as it is.` }
}

function repeated({ members }: ObjectPieces): string | null {
  const known = new Set<string>()
  for (const { key } of members) {
    if (known.has(key)) return key
    known.add(key)
  }
  return null
}

const memberIn = ({ members }: ObjectPieces, key: string): MemberPiece | undefined =>
  members.find((member) => member.key === key)

/** Where the list that is the value of a member begins; null for none. */
export function listIn(text: string, object: ObjectPieces, key: string): number | null {
  const piece = memberIn(object, key)
  return piece && text[piece.start] === '[' ? piece.start : null
}

function stringMember(text: string, object: ObjectPieces, key: string): string | null {
  const piece = memberIn(object, key)
  if (!piece || text[piece.start] !== '"') return null
  return stringAt(text, piece.start, endOfString(text, piece.start))
}

const broken = (message: string): Refusal => ({ refusal: 'broken', message })
const none: Refusal = { refusal: 'other', message: 'This file holds no sheets.' }
