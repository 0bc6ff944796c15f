import { parseJson } from '../../json'
import type { CellValue, Row } from '../../formats/sheet'
import { wellFormed } from '../flat/formats'

/** A cell as it is kept: a text, the JSON of what is none, or null where the row has no such member. */
type KeptCell = string | { readonly json: string } | null

/** A row that came. */
interface KeptRow {
  /** By the ids of the columns. */
  readonly cells: ReadonlyMap<string, CellValue>
  readonly odd: string | null
}

export const keptCell = (value: CellValue): KeptCell =>
  value === undefined ? null : typeof value === 'string' ? wellFormed(value) : { json: value.json }

/** What is none is nothing: anybody may have written anything. */
export function cellIn(value: unknown): CellValue {
  if (typeof value === 'string') return wellFormed(value)
  const json = memberOf(value, 'json')
  if (typeof json !== 'string' || !isJson(json)) return undefined
  return json.trim().startsWith('"') ? wellFormed(String(JSON.parse(json))) : { json: json.trim() }
}

/** Cells by the ids of their columns. */
export const keptCells = (cells: readonly (readonly [string, CellValue])[]): Record<string, KeptCell> =>
  Object.fromEntries(cells.map(([id, value]) => [id, keptCell(value)]))

export function keptRow(row: Row, idOf: (slot: number) => string | undefined): unknown {
  if (row.odd !== undefined) return { odd: row.odd }
  const cells: Record<string, KeptCell> = {}
  row.cells.forEach((value, slot) => {
    const id = idOf(slot)
    if (id !== undefined && value !== undefined) cells[id] = keptCell(value)
  })
  return { cells }
}

export function rowIn(value: unknown): KeptRow {
  const odd = memberOf(value, 'odd')
  if (typeof odd === 'string' && isJson(odd) && !odd.trim().startsWith('{'))
    return { cells: new Map(), odd: odd.trim() }
  const cells = memberOf(value, 'cells')
  const pairs = typeof cells === 'object' && cells !== null ? Object.entries(cells) : []
  return { cells: new Map(pairs.map(([id, cell]) => [id, cellIn(cell)])), odd: null }
}

export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

/** Also where it lies within the lists and objects of a document. */
function isJson(text: string): boolean {
  try {
    parseJson(`[[[[${text}]]]]`)
    JSON.parse(text)
    return wellFormed(text) === text
  } catch {
    return false
  }
}
