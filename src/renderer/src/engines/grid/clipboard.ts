import { withinBounds } from '../../../../common/bounds'
import { guardedCell, withoutGuards } from '../../../../common/csv'
import {
  copied,
  csvTable,
  parseTabs,
  pasted,
  textsOf,
  writeTabs,
  type Block,
  type CellBlock
} from '../../../../common/formats/sheet'
import { inertHtml } from '../../components/inert-html'
import { notify } from '../../workbench/toast'
import { act, clearSelection, sheetIn, type Shown } from './grid-actions'

/** What was copied here last, with its kinds: text on the clipboard alone would make numbers into text. */
let last: { readonly text: string; readonly cells: CellBlock } | null = null

/** Puts the selected cells on the clipboard, as text and as a table. */
export function copy(shown: Shown, data: DataTransfer): void {
  const sheet = sheetIn(shown)
  if (!sheet) return
  const { state } = shown
  const cells = copied(sheet, state.shown(sheet), state.area(sheet))
  const texts = textsOf(cells)
  const text = writeTabs(texts)
  last = { text, cells }
  data.setData('text/plain', text)
  data.setData('text/html', tableHtml(texts))
}

export function cut(shown: Shown, data: DataTransfer): void {
  copy(shown, data)
  clearSelection(shown)
}

/** Pastes what another program, or this one, has put on the clipboard. */
export function paste(shown: Shown, data: Pick<DataTransfer, 'getData'>): void {
  const { text, html } = { text: data.getData('text/plain'), html: data.getData('text/html') }
  const { cells, csv } = cellsOf(text, html)
  pasteCells(shown, cells, csv)
}

function pasteCells(shown: Shown, cells: CellBlock | Block, csv = false): void {
  const { state } = shown
  const height = cells.length
  const width = cells[0]?.length ?? 0
  if (height === 0 || width === 0) return
  let asNames = false
  let area = null
  const title = height * width === 1 ? 'Paste' : `Paste ${height} × ${width} cells`
  const done = act(shown, title, (sheet) => {
    const selection = state.area(sheet)
    const result = pasted(sheet, state.shown(sheet), selection, cells)
    asNames = result.asNames
    area = result.area
    return result.sheet
  })
  if (!done || !area) return
  const { top, left, bottom, right }: { top: number; left: number; bottom: number; right: number } = area
  state.select(
    { anchor: { row: top, column: left }, head: { row: bottom, column: right }, kind: 'cells' },
    false
  )
  if (asNames) notify('The first row became the names of the columns. Undo takes it back.')
  else if (csv)
    notify(
      `Pasted as ${width} columns, since the text is a table of comma-separated values. Undo takes it back.`
    )
}

/**
 * The cells that the clipboard holds: what was copied here, a table, text between tabs, or a table of
 * comma-separated values.
 */
export function cellsOf(
  text: string,
  html: string
): { readonly cells: CellBlock | Block; readonly csv: boolean } {
  if (last && sameText(last.text, text)) return { cells: last.cells, csv: false }
  const table = html !== '' && !isExcel(html) ? tableOf(html) : null
  if (table) return { cells: table, csv: false }
  const csv = csvTable(text)
  if (csv) return { cells: csv, csv: true }
  return { cells: text === '' ? [] : parseTabs(text), csv: false }
}

/** Systems change line ends on the way. */
const sameText = (a: string, b: string) => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n')

/** Excel's own text is exact; its markup loses blanks, and takes long to read. */
const isExcel = (html: string) => /schemas-microsoft-com:office:excel|Excel\.Sheet/.test(html.slice(0, 4000))

/**
 * The first table of a page, without running or loading anything of it; null for a page beyond the bounds
 * (X5).
 */
export function tableOf(html: string): Block | null {
  if (!/<table[\s>]/i.test(html)) return null
  const table = withinBounds(() => inertHtml(html))?.querySelector('table')
  if (!table || table.rows.length === 0) return null
  const rows: string[][] = []
  Array.from(table.rows).forEach((line, index) => {
    const row = (rows[index] ??= [])
    let column = 0
    for (const cell of Array.from(line.cells)) {
      while (row[column] !== undefined) column++
      const [down, across] = [span(cell.rowSpan), span(cell.colSpan)]
      for (let r = 0; r < down; r++) {
        const target = (rows[index + r] ??= [])
        for (let c = 0; c < across; c++) target[column + c] = r === 0 && c === 0 ? textOf(cell) : ''
      }
      column += across
    }
  })
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return withoutGuards(
    rows.slice(0, table.rows.length).map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  )
}

const span = (count: number) => Math.max(1, Math.min(count, 1000))

/** The words of a cell with its line breaks; other blanks count as one, unless the page keeps them. */
function textOf(cell: HTMLTableCellElement): string {
  const keeps = /white-space:\s*pre/.test(cell.getAttribute('style') ?? '')
  let text = ''
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    /^(STYLE|SCRIPT)$/.test(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.textContent ?? ''
      text += keeps ? words : words.replace(/[ \t\r\n]+/g, ' ')
    } else if (node.nodeName === 'BR') text += '\n'
    else if (isBlock(node.nodeName) && text !== '' && !text.endsWith('\n')) text += '\n'
  }
  const plain = text.replaceAll('\u00a0', ' ')
  if (keeps) return plain
  const lines = plain.split('\n').map((line) => line.replace(/^ +|(?<! ) +$/g, ''))
  return lines.join('\n').trim()
}

const isBlock = (name: string) => /^(P|DIV|LI|H[1-6])$/.test(name)

/**
 * Programs that paste a table read the cells as if they were typed: also one alone would be run as a formula.
 */
function tableHtml(texts: Block): string {
  const cell = (text: string) => `<td style="white-space:pre-wrap">${escaped(guardedCell(text))}</td>`
  const rows = texts.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
