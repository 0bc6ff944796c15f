import { bounds, tooComplex } from '../bounds'
import { jsonBytes, type JsonBytes, type JsonPlace } from '../json/bytes'
import { isPrivateName } from '../formats/sheet/book'
import type { SheetFormat } from '../formats/sheet/outline'
import type { SheetQuery } from './sheets'

/**
 * Where the rows of a stored sheet file lie in its bytes, so that a few of them can be read without all the
 * others.
 */
export interface SheetOutline {
  readonly format: SheetFormat
  readonly sheets: readonly OutlinedSheet[]
}

interface OutlinedSheet {
  readonly name: string
  readonly total: number
  /** Where each row begins and ends: two numbers a row. */
  readonly rows: Uint32Array
}

/** A piece of an answer: text, or bytes of the file, the last one not included. */
export type OutlinePart = string | JsonPlace

/**
 * `none` for JSON that is no sheet; `mixed` for a sheet that has something else than rows among its rows.
 * @throws GalleyError bad-request when it is not valid JSON, too-complex beyond the bounds of JSON
 */
export function outlineOf(bytes: Uint8Array): SheetOutline | 'mixed' | 'none' {
  const json = jsonBytes(bytes)
  const place = json.whole()
  if (!json.isObject(place)) return 'none'
  const members = membersOf(json, place)
  const type = shortValue(json, members.get(':type'))
  if (type === 'multi-sheet') {
    const names = shortValue(json, members.get(':names'))
    if (!Array.isArray(names)) return 'none'
    const sheets: OutlinedSheet[] = []
    for (const name of names) {
      const found = typeof name === 'string' && !isPrivateName(name) ? members.get(name) : undefined
      const sheet =
        found && json.isObject(found) ? sheetIn(json, membersOf(json, found), String(name)) : 'none'
      if (sheet === 'mixed') return 'mixed'
      if (sheet !== 'none') sheets.push(sheet)
    }
    return { format: 'multi-sheet', sheets }
  }
  if (type !== 'sheet') return 'none'
  const name = shortValue(json, members.get(':sheetname'))
  const sheet = sheetIn(json, members, typeof name === 'string' ? name : 'data')
  return typeof sheet === 'string' ? sheet : { format: 'sheet', sheets: [sheet] }
}

/** Names and types are short; what is not is none. */
const SHORT = 256 * 1024

const membersOf = (json: JsonBytes, place: JsonPlace): ReadonlyMap<string, JsonPlace> =>
  new Map([...json.members(place)].map(({ key, start, end }) => [key, { start, end }]))

function shortValue(json: JsonBytes, place: JsonPlace | undefined): unknown {
  return place && place.end - place.start <= SHORT ? json.value(place) : undefined
}

function sheetIn(
  json: JsonBytes,
  members: ReadonlyMap<string, JsonPlace>,
  name: string
): OutlinedSheet | 'none' | 'mixed' {
  const data = members.get('data')
  if (!data || !json.isArray(data)) return 'none'
  let rows = new Uint32Array(1024)
  let total = 0
  for (const item of json.items(data)) {
    if (!json.isObject(item)) return 'mixed'
    if (total >= bounds.json.containers)
      throw tooComplex({
        what: `The sheet “${name.slice(0, 100)}”`,
        of: 'rows',
        bound: bounds.json.containers
      })
    if (total * 2 === rows.length) {
      const longer = new Uint32Array(rows.length * 2)
      longer.set(rows)
      rows = longer
    }
    rows[total * 2] = item.start
    rows[total * 2 + 1] = item.end
    total++
  }
  return { name, total, rows: rows.slice(0, total * 2) }
}

/**
 * What readers get of a sheet file, as {@link deliveredSheets} makes it, in pieces: the rows are those of the
 * file, byte for byte. Null when a sheet is asked for that is not there.
 */
export function outlinedParts({ format, sheets }: SheetOutline, query: SheetQuery): OutlinePart[] | null {
  const asked = query.names.map((name) => sheets.find((sheet) => sheet.name === name))
  const chosen = query.names.length === 0 ? sheets : asked.flatMap((sheet) => sheet ?? [])
  if (chosen.length < asked.length) return null
  const [only] = chosen
  const single = query.names.length === 1 || (query.names.length === 0 && format === 'sheet')
  if (single && only)
    return ['{', ...partOf(only, query), `,":sheetname":${JSON.stringify(only.name)},":type":"sheet"}`]
  // a name twice is one member, as in any object
  const members = [...new Map(chosen.map((sheet) => [sheet.name, sheet])).values()]
  return [
    '{',
    ...members.flatMap((sheet) => [`${JSON.stringify(sheet.name)}:{`, ...partOf(sheet, query), '},']),
    `":names":${JSON.stringify(chosen.map(({ name }) => name))},":version":3,":type":"multi-sheet"}`
  ]
}

function partOf({ total, rows }: OutlinedSheet, { offset, limit }: SheetQuery): OutlinePart[] {
  const first = Math.min(offset, total)
  const last = limit === null ? total : Math.min(total, first + limit)
  const head = `"total":${total},"offset":${offset},"limit":${last - first},"data":[`
  const [start, end] = [rows[first * 2], rows[last * 2 - 1]]
  return first < last && start !== undefined && end !== undefined ? [head, { start, end }, ']'] : [`${head}]`]
}
