import { isBeyondBounds } from '../../bounds'
import { parseJson } from '../../json'
import { cutArray, type ObjectPieces } from '../../json/pieces'
import { nextId, type Book, type BookNote, type Column, type Sheet } from './book'
import { listIn, outlineOf, type OutlinedSheet } from './outline'
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
  const problem = problemOf(text)
  if (problem !== null) return { refusal: 'not-json', message: problem }
  const outline = outlineOf(text)
  if ('refusal' in outline) return outline
  const { format, object } = outline
  const read = outline.sheets.map((sheet) => readSheet(text, sheet))
  const sheets = read.map(({ sheet }) => sheet)
  return {
    book: { format, sheets, source: { text, object, format, sheets } },
    notes: [...outline.notes, ...read.flatMap(notesOfSheet)]
  }
}

function readSheet(text: string, { object, rows: at, depth, ...place }: OutlinedSheet): ReadSheet {
  const { rows, names, list, oddities } = at === null ? nothing : readRows(text, at)
  const widths = widthsOf(text, object)
  const columns = names.map((name, slot): Column => ({ slot, name, width: widths[slot] ?? null }))
  const sheet: Sheet = {
    id: nextId(),
    ...place,
    columns,
    rows,
    shape: {},
    nextSlot: columns.length,
    source: { text, object, list, depth, name: place.name, rows, columns }
  }
  return { sheet, total: countOf(text, object, 'total'), oddities }
}

/** Of a broken sheet. */
const nothing = { rows: [], names: [], list: null, oddities: { odd: 0, ragged: 0, repeated: [] } }

function widthsOf(text: string, object: ObjectPieces): (number | null)[] {
  const start = listIn(text, object, ':colWidths')
  if (start === null) return []
  return cutArray(text, start).items.map((item) => {
    const width = Number(text.slice(item.start, item.end))
    return Number.isFinite(width) && width > 0 ? width : null
  })
}

/** Why a text is no JSON; null when it is. */
function problemOf(text: string): string | null {
  try {
    parseJson(text, 'This file')
    return null
  } catch (error) {
    if (isBeyondBounds(error)) return error.message
    return `The file is not valid JSON (${error instanceof Error ? error.message : 'it cannot be read'}).`
  }
}
