import { csvFile } from '../csv'
import {
  cellText,
  insertColumns,
  insertRows,
  newBook,
  parseCsv,
  readBook,
  setCells,
  withSheet,
  writeBook,
  type Sheet
} from '../formats/sheet'
import { redirectKey } from './redirects'

/** A redirect as a line of a CSV file says it. */
interface RedirectLine {
  readonly source: string
  readonly destination: string
}

/** What a CSV file holds. */
export interface RedirectsInCsv {
  readonly lines: readonly RedirectLine[]
  /** Lines that are none, with a sentence. */
  readonly refused: readonly { readonly line: number; readonly why: string }[]
}

/**
 * Reads redirects as other programs write them: two columns, named or not. Whole addresses of sources count
 * by their path; what cannot be a redirect is told with its line. Of two lines for one source the first
 * counts.
 */
export function redirectsInCsv(text: string): RedirectsInCsv {
  const [first = [], ...rest] = parseCsv(text)
  const named = { source: columnOf(first, sources), destination: columnOf(first, destinations) }
  const isNamed = named.source >= 0 && named.destination >= 0
  const at = isNamed ? named : { source: 0, destination: 1 }
  const lines: RedirectLine[] = []
  const refused: { line: number; why: string }[] = []
  const known = new Set<string>()
  for (const [index, row] of (isNamed ? rest : [first, ...rest]).entries()) {
    const [from, to] = [row[at.source]?.trim() ?? '', row[at.destination]?.trim() ?? '']
    if (from === '' && to === '') continue
    const source = pathOf(from)
    const why = problemOf(source, to, known)
    if (why !== null || source === null) refused.push({ line: index + (isNamed ? 2 : 1), why: why ?? '' })
    else {
      known.add(redirectKey(source))
      lines.push({ source, destination: to })
    }
  }
  return { lines, refused }
}

/** A site's redirects with those of a file, and how many of them are new, or lead elsewhere now. */
interface RedirectsMerge {
  readonly text: string
  readonly added: number
  readonly changed: number
}

/**
 * Puts redirects into a site's sheet: what has the same source leads to the new place, others are added at
 * the end; everything else keeps every sign (SH1). Null for a text that holds no sheet.
 * @param text the `redirects.json` as it is; null: there is none
 */
export function withRedirects(text: string | null, lines: readonly RedirectLine[]): RedirectsMerge | null {
  const reading = text === null ? { book: newBook('data', ['Source', 'Destination']) } : readBook(text)
  if (!('book' in reading)) return null
  const found = reading.book.sheets.find((one) => !one.private && one.broken === null)
  if (!found) return null
  let sheet = withColumns(found)
  const [source, destination] = [slotOf(sheet, sources[0]), slotOf(sheet, destinations[0])]
  const rows = new Map<string, number>()
  const blank: number[] = []
  for (const [index, row] of sheet.rows.entries()) {
    const from = cellText(row.cells[source]).trim()
    if (from !== '') rows.set(redirectKey(pathOf(from) ?? from), index)
    else if (row.cells.every((cell) => cellText(cell) === '')) blank.push(index)
  }
  const changes: { row: number; slot: number; value: string }[] = []
  const added: RedirectLine[] = []
  for (const line of lines) {
    const row = rows.get(redirectKey(line.source))
    if (row === undefined) added.push(line)
    else if (cellText(sheet.rows[row]?.cells[destination]) !== line.destination)
      changes.push({ row, slot: destination, value: line.destination })
  }
  const changed = changes.length
  const more = Math.max(0, added.length - blank.length)
  const end = sheet.rows.length
  sheet = insertRows(sheet, end, more)
  for (const [index, line] of added.entries()) {
    const row = blank[index] ?? end + index - blank.length
    changes.push(
      { row, slot: source, value: line.source },
      { row, slot: destination, value: line.destination }
    )
  }
  return { text: writeBook(withSheet(reading.book, setCells(sheet, changes))), added: added.length, changed }
}

/** A site's redirects as a CSV file; null for a text that holds no sheet of them. */
export function redirectsAsCsv(text: string): string | null {
  const reading = readBook(text)
  const sheet = 'book' in reading ? reading.book.sheets.find((one) => !one.private) : undefined
  if (!sheet) return null
  const [source, destination] = [slotOf(sheet, sources[0]), slotOf(sheet, destinations[0])]
  const rows = sheet.rows.map(({ cells }) => [cellText(cells[source]), cellText(cells[destination])])
  return csvFile([['Source', 'Destination'], ...rows.filter((row) => row.some((cell) => cell !== ''))])
}

const sources = ['source', 'from', 'old', 'old url', 'url', 'path', 'redirect from'] as const
const destinations = ['destination', 'to', 'target', 'new', 'new url', 'redirect to'] as const

const columnOf = (names: readonly string[], known: readonly string[]): number =>
  known.reduce(
    (found, name) => (found >= 0 ? found : names.findIndex((one) => one.trim().toLowerCase() === name)),
    -1
  )

const slotOf = (sheet: Sheet, name: string): number =>
  sheet.columns.find((column) => column.name.trim().toLowerCase() === name)?.slot ?? -1

function withColumns(sheet: Sheet): Sheet {
  const missing = ['Source', 'Destination'].filter((name) => slotOf(sheet, name.toLowerCase()) < 0)
  return missing.length === 0 ? sheet : insertColumns(sheet, sheet.columns.length, missing)
}

/** The path of a source; null for what is none. */
function pathOf(text: string): string | null {
  if (text.startsWith('/') && !text.startsWith('//')) return text
  try {
    return /^https?:\/\//i.test(text) ? new URL(text).pathname : null
  } catch {
    return null
  }
}

function problemOf(source: string | null, destination: string, known: ReadonlySet<string>): string | null {
  if (source === null) return 'The source is no path: it begins with a slash, or is a whole address.'
  if (!/^\/(?!\/)|^https?:\/\/[^/]/i.test(destination))
    return 'The destination is no path and no whole address.'
  if (redirectKey(source) === redirectKey(destination)) return 'It leads to itself.'
  return known.has(redirectKey(source)) ? 'The source is there already, further up.' : null
}
