import { guardedCell } from '../../../../common/csv'
import { parseTabs, writeTabs } from '../../../../common/formats/sheet'
import { DOMParser as PageParser, type Node, type Slice } from 'prosemirror-model'
import { Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { pageSchema } from '../../../../common/formats/page/schema'
import { inertHtml } from '../../components/inert-html'
import { CellSelection, cellsOf } from './cells/cell-selection'
import { cellLike } from './parts/part-commands'
import { partAt } from './parts/part-at'
import { givePictures } from './images/given'
import { element } from './views/parts'

const { nodes } = pageSchema

/** What was copied last in this window, under a mark that goes with it: pasted here it keeps its hints, and with them its bytes. */
let kept: { readonly mark: string; readonly slice: Slice } | null = null

const MARK = 'data-galley-page'

/** Copies what is chosen, and keeps it as it is beside the clipboard. */
function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { clipboardData } = event
  const { selection } = view.state
  if (!clipboardData || selection.empty) return false
  const slice = selection.content()
  const mark = crypto.randomUUID()
  kept = { mark, slice }
  clipboardData.clearData()
  if (selection instanceof CellSelection) {
    clipboardData.setData('text/html', tableOf(selection, mark).outerHTML)
    clipboardData.setData('text/plain', writeTabs(selection.rows().map((cells) => cells.map(plainText))))
  } else {
    const { dom, text } = view.serializeForClipboard(slice)
    dom.firstElementChild?.setAttribute(MARK, mark)
    clipboardData.setData('text/html', dom.innerHTML)
    clipboardData.setData('text/plain', text)
  }
  if (event.type === 'cut' && view.editable)
    view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'))
  event.preventDefault()
  return true
}

/** Rows and cells as spreadsheets and other programs read them. */
function tableOf(selection: CellSelection, mark: string): HTMLElement {
  const rows = selection
    .rows()
    .map((cells) =>
      element('tr', {}, ...cells.map((cell) => element('td', {}, guardedCell(plainText(cell)))))
    )
  return element('table', { [MARK]: mark }, element('tbody', {}, ...rows))
}

const plainText = (node: Node): string => node.textBetween(0, node.content.size, '\n')

/** Pastes what was copied here as it was, and rows and cells into rows and cells; the rest is the editor's own way. */
function paste(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html') ?? ''
  const found = html === '' ? null : inertHtml(html)
  const own = kept !== null && found?.querySelector(`[${MARK}="${kept.mark}"]`) ? kept.slice : null
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const cells = cellsIn(own, found) ?? (html === '' && text.includes('\t') ? cellsOfText(text) : null)
  if (cells && partAt(view.state, ['cell'])) {
    view.dispatch(pasteCells(view.state.tr, view, cells).scrollIntoView())
    return true
  }
  const { files = null } = event.clipboardData ?? {}
  if (!own && html === '' && files && files.length > 0) {
    givePictures(
      view,
      [...files].map((file) => ({ at: view.state.selection.from, file }))
    )
    return true
  }
  if (!own) return false
  view.dispatch(
    view.state.tr.replaceSelection(own).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste')
  )
  return true
}

type Cells = readonly (readonly Node[])[]

/** A range of cells that was copied here, or a table of another program; null for anything else. */
function cellsIn(own: Slice | null, found: Element | null): Cells | null {
  if (own) {
    const only = own.content.firstChild
    const isRange = own.openStart === 0 && own.content.childCount === 1 && only?.type === nodes.block
    return isRange && only
      ? only.children.filter(({ type }) => type === nodes.row).map(({ children }) => children)
      : null
  }
  const [table, another] = found?.querySelectorAll('body > table, body > :not(table) > table') ?? []
  if (!table || another || (found?.textContent ?? '').trim() !== (table.textContent ?? '').trim()) return null
  const parser = PageParser.fromSchema(pageSchema)
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => parser.parse(cell, { topNode: nodes.cell.create() }))
  )
}

const cellsOfText = (text: string): Cells =>
  parseTabs(text).map((row) =>
    row.map((words) =>
      nodes.cell.create(
        null,
        words
          .split('\n')
          .map((line) => nodes.paragraph.create(null, line === '' ? null : pageSchema.text(line)))
      )
    )
  )

/** Fills the cells from the chosen one on, and makes rows and cells where there are too few. */
function pasteCells(tr: Transaction, view: EditorView, cells: Cells): Transaction {
  const { state } = view
  const { selection } = state
  const first = selection instanceof CellSelection ? firstOf(selection) : partAt(state, ['cell'])?.pos
  if (first === undefined) return tr
  const $first = tr.doc.resolve(first)
  const [block, blockPos] = [$first.node(-1), $first.before(-1)]
  const start = cellsOf(block, blockPos).find(({ pos }) => pos === first)?.place
  if (!start) return tr
  const rows = block.children.filter(({ type }) => type === nodes.row)
  const template = rows.at(-1)?.firstChild ?? nodes.cell.create()
  const changed = new Map<Node, Node>()
  const added: Node[] = []
  cells.forEach((line, offset) => {
    const row = rows[start.row + offset]
    const next = withCells(row ?? nodes.row.create(), start.column, line, template)
    if (row) changed.set(row, next)
    else added.push(next)
  })
  // from the end, so that places before it stay as they are
  let end = blockPos + block.nodeSize - 1
  if (added.length > 0) tr.insert(end, added)
  for (const child of [...block.children].reverse()) {
    const begin = end - child.nodeSize
    const next = changed.get(child)
    if (next) tr.replaceWith(begin, end, next)
    end = begin
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(first + 1)))
}

function firstOf(selection: CellSelection): number {
  return Math.min(...selection.ranges.map(({ $from }) => $from.pos - 1))
}

/** A row with these contents from the column on; cells that stand before it are made where they are missing. */
function withCells(row: Node, column: number, line: readonly Node[], template: Node): Node {
  const own = row.children.filter(({ type }) => type === nodes.cell)
  const others = row.children.filter(({ type }) => type !== nodes.cell)
  const count = Math.max(own.length, column + line.length)
  const made = Array.from({ length: count }, (_, at) => {
    const cell = own[at] ?? cellLike(template)
    const pasted = line[at - column]
    return pasted ? cell.copy(pasted.content.size > 0 ? pasted.content : cellLike(cell).content) : cell
  })
  return nodes.row.create(row.attrs, [...made, ...others])
}

/** Copy, cut and paste of a page (see `copy` and `paste`). */
export const pageClipboard = (): Plugin =>
  new Plugin({ props: { handleDOMEvents: { copy, cut: copy }, handlePaste: paste } })
