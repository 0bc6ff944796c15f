import Papa from 'papaparse'
import { guardedCell, withoutGuards } from '../../csv'

/** Rows of cells, as they come from a clipboard or a file; every row has the same number of cells. */
export type Block = readonly (readonly string[])[]

/**
 * What spreadsheets put on the clipboard as text: cells between tabs; a cell that holds a tab, a line end or
 * begins with a quote stands in quotes, and quotes in it are doubled. Whatever only looks so is taken as it
 * stands.
 */
export function parseTabs(text: string): Block {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null
    const end = quoted ? quoted.end : endOfPlain(text, at)
    row.push(quoted ? quoted.value : text.slice(at, end))
    at = end
    if (text[at] === '\t') {
      at++
      continue
    }
    rows.push(row)
    row = []
    if (at >= text.length) break
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    // A line end closes the last row and begins no other.
    if (at >= text.length) break
  }
  return withoutGuards(evened(rows))
}

/**
 * The same the other way round. A cell alone is a text of its own; in a table nothing is run as a formula
 * when it is pasted.
 */
export function writeTabs(block: Block): string {
  const alone = block.length === 1 && block[0]?.length === 1
  return block
    .map((row) => row.map((text) => tabCell(alone ? text : guardedCell(text))).join('\t'))
    .join('\r\n')
}

function tabCell(text: string): string {
  return /[\t\r\n]/.test(text) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell in quotes that ends where a cell can end; null when the quote belongs to the text. */
function quotedCell(text: string, start: number): { readonly value: string; readonly end: number } | null {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return null
    if (text[quote + 1] === '"') {
      at = quote + 2
      continue
    }
    const next = text[quote + 1]
    if (next !== undefined && next !== '\t' && next !== '\n' && next !== '\r') return null
    return {
      value: text
        .slice(start + 1, quote)
        .replaceAll('""', '"')
        .replaceAll('\r\n', '\n'),
      end: quote + 1
    }
  }
}

function endOfPlain(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at)
    if (at >= text.length || code === 9 || code === 10 || code === 13) return at
  }
}

/** Cells between commas or semicolons, as RFC 4180 has them; what `writeCsv` guarded is as it was. */
export function parseCsv(text: string, delimiter?: ',' | ';' | '\t'): Block {
  const plain = text.replace(/^\ufeff/, '')
  const { data } = Papa.parse<string[]>(plain, { delimiter: delimiter ?? delimiterOf(plain) })
  const last = data.at(-1)
  return withoutGuards(evened(last?.length === 1 && last[0] === '' ? data.slice(0, -1) : data))
}

/** What stands between the cells, from the first lines. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, 100_000).trimEnd()
  return Papa.parse<string[]>(sample, { preview: 20, delimitersToGuess: [',', ';', '\t', '|'] }).meta
    .delimiter
}

/**
 * Text without tabs that is a CSV table beyond reasonable doubt: at least two lines, and each of them has the
 * same number of cells, two or more. Null for anything else.
 */
export function csvTable(text: string): Block | null {
  if (text.includes('\t') || !/[\r\n]/.test(text.trim()) || !/[,;]/.test(text)) return null
  for (const delimiter of [',', ';'] as const) {
    const { data, errors } = Papa.parse<string[]>(text.trim(), { delimiter })
    const width = data[0]?.length ?? 0
    if (errors.length === 0 && width >= 2 && data.every((row) => row.length === width) && !isProse(data))
      return withoutGuards(data)
  }
  return null
}

/** Sentences have blanks behind their commas. */
const isProse = (rows: Block): boolean =>
  rows.every((row) => row.slice(1).every((cell) => cell.startsWith(' ')))

function evened(rows: readonly (readonly string[])[]): Block {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return rows.map((row) =>
    row.length === width ? row : [...row, ...Array<string>(width - row.length).fill('')]
  )
}
