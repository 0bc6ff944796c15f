import { nextId, type CellValue, type ListPlace, type Row, type Span } from './book'
import { blank, endOfString, endOfValue, stringAt } from '../../json/pieces'

interface ReadRows {
  readonly rows: readonly Row[]
  /** Of the columns, by slot. */
  readonly names: readonly string[]
  readonly list: ListPlace
  readonly oddities: { readonly odd: number; readonly ragged: number; readonly repeated: readonly string[] }
}

const QUOTE = 34
const OPEN = 123
const CLOSE = 125
const COMMA = 44
const END = 93

/**
 * Reads the rows of the list whose `[` is at `start`. Columns come in the order in which they are met; the
 * n-th member of one name in a row is the n-th column of that name.
 */
export function readRows(text: string, start: number): ReadRows {
  const columns = columnsMet()
  const rows: Row[] = []
  let odd = 0
  let at = blank(text, start + 1)
  while (text.charCodeAt(at) !== END) {
    const from = at
    const cells: CellValue[] = []
    const isRow = text.charCodeAt(at) === OPEN
    at = isRow ? readRow(text, at, cells, columns) : endOfValue(text, at)
    const source = { text, start: from, end: at, index: rows.length, cells }
    if (isRow) rows.push({ id: nextId(), cells, source })
    else {
      odd++
      rows.push({ id: nextId(), cells, odd: text.slice(from, at), source })
    }
    at = blank(text, at)
    if (text.charCodeAt(at) === COMMA) at = blank(text, at + 1)
  }
  const { names } = columns
  const span = (row: Row | undefined): Span | null =>
    row?.source ? { start: row.source.start, end: row.source.end } : null
  const ragged = rows.filter(
    ({ cells, odd: other }) =>
      other === undefined && (cells.length < names.length || cells.includes(undefined))
  ).length
  return {
    rows,
    names,
    list: { start, end: at + 1, first: span(rows[0]), second: span(rows[1]), last: span(rows.at(-1)) },
    oddities: { odd, ragged, repeated: [...columns.repeated] }
  }
}

/** Reads one row into `cells`. @returns the place behind it */
function readRow(text: string, start: number, cells: CellValue[], columns: ColumnsMet): number {
  let at = blank(text, start + 1)
  while (text.charCodeAt(at) !== CLOSE) {
    // Most rows have the members of the row before them: then the key need not be read.
    const expected = columns.written[cells.length]
    let slot = cells.length
    if (expected !== undefined && text.startsWith(expected, at)) at += expected.length
    else {
      const end = endOfString(text, at)
      slot = columns.slotFor(stringAt(text, at, end), text.slice(at, end), cells)
      at = end
    }
    const from = blank(text, blank(text, at) + 1)
    while (cells.length < slot) cells.push(undefined)
    if (text.charCodeAt(from) === QUOTE) {
      const quote = text.indexOf('"', from + 1)
      const inner = text.slice(from + 1, quote)
      const plain = !inner.includes('\\')
      at = plain ? quote + 1 : endOfString(text, from)
      cells[slot] = plain ? inner : stringAt(text, from, at)
    } else {
      at = endOfValue(text, from)
      cells[slot] = { json: text.slice(from, at) }
    }
    at = blank(text, at)
    if (text.charCodeAt(at) === COMMA) at = blank(text, at + 1)
  }
  return at + 1
}

interface ColumnsMet {
  readonly names: string[]
  /** The keys as they are written, quotes and all; a name that comes twice is never expected. */
  readonly written: (string | undefined)[]
  readonly repeated: Set<string>
  /** The first column of that name that the row has nothing in yet. */
  slotFor(name: string, written: string, cells: readonly CellValue[]): number
}

function columnsMet(): ColumnsMet {
  const names: string[] = []
  const written: (string | undefined)[] = []
  const repeated = new Set<string>()
  const slots = new Map<string, number[]>()
  return {
    names,
    written,
    repeated,
    slotFor(name, key, cells) {
      const known = slots.get(name) ?? []
      const free = known.find((slot) => cells[slot] === undefined)
      if (known.length > 0 && free !== known[0]) repeated.add(name)
      if (free !== undefined) return free
      const slot = names.length
      for (const other of known) written[other] = undefined
      written.push(known.length > 0 ? undefined : key)
      names.push(name)
      slots.set(name, [...known, slot])
      return slot
    }
  }
}
