import type { Fragment } from 'prosemirror-model'
import { DOMSerializer, type Node, type Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { BLOCK_MARK, COPY_MARK } from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { writeTabs } from '../../../../../common/formats/sheet'
import { guardedCell } from '../../../../../common/csv'
import { blockTitle } from '../block-names'
import { clearChosen } from '../commands/clear-chosen'
import { CellSelection } from '../cells/cell-selection'
import { element } from '../views/parts'

const { nodes } = pageSchema

/**
 * What was copied last in this window, under a mark that goes with it: pasted here it keeps its hints, and
 * with them its bytes.
 */
interface Kept {
  readonly mark: string
  readonly slice: Slice
  /** Whether it is a range of cells, and not a block that looks like one. */
  readonly isCells: boolean
}
let kept: Kept | null = null

/** What was copied in this window, if this HTML is it. */
export const keptIn = (html: string): Kept | null =>
  kept && html.includes(`${COPY_MARK}="${kept.mark}"`) ? kept : null

/** Copies what is chosen as other programs read it, and keeps it as it is beside the clipboard (VE6). */
export function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { clipboardData } = event
  const { selection } = view.state
  if (!clipboardData || selection.empty) return false
  const slice = selection.content()
  const isCells = selection instanceof CellSelection
  kept = { mark: crypto.randomUUID(), slice, isCells }
  clipboardData.clearData()
  clipboardData.setData('text/html', isCells ? tableOf(selection, kept.mark) : copiedHtml(slice, kept.mark))
  clipboardData.setData(
    'text/plain',
    isCells ? writeTabs(selection.rows().map((cells) => cells.map(plainText))) : textOf(slice)
  )
  if (event.type === 'cut' && view.editable)
    view.dispatch(clearChosen(view.state.tr).scrollIntoView().setMeta('uiEvent', 'cut'))
  event.preventDefault()
  return true
}

/** Rows and cells as spreadsheets and other programs read them. */
function tableOf(selection: CellSelection, mark: string): string {
  const rows = selection
    .rows()
    .map((cells) =>
      element('tr', {}, ...cells.map((cell) => element('td', {}, guardedCell(plainText(cell)))))
    )
  return element('table', { [COPY_MARK]: mark }, element('tbody', {}, ...rows)).outerHTML
}

const plainText = (node: Node): string => node.textBetween(0, node.content.size, '\n', leafText)
const textOf = ({ content }: Slice): string => content.textBetween(0, content.size, '\n\n', leafText)
const leafText = (node: Node): string => (node.type === nodes.hard_break ? '\n' : '')

/**
 * What is chosen as HTML that word processors and other editors read: a block is a table whose first row
 * names it.
 */
function copiedHtml(slice: Slice, mark: string): string {
  const content = outerPart(slice)
  const holder = document.createElement('div')
  holder.setAttribute(COPY_MARK, mark)
  content.forEach((node, _, at) => {
    if (at > 0 && node.type === nodes.section) {
      const end = document.createElement('hr')
      end.setAttribute('data-galley-section', '')
      holder.append(end)
    }
    holder.append(serializer.serializeNode(node))
  })
  return withTableAround(holder, content)
}

/** Without what lies around it and was not chosen: a word of a cell is no table. */
function outerPart({ content, openStart, openEnd }: Slice): Fragment {
  let part = content
  for (let open = Math.min(openStart, openEnd); open > 0; open -= 1) {
    const only = part.childCount === 1 ? part.firstChild : null
    if (!only || only.isTextblock || (only.childCount > 1 && !isGrid(only) && only.type !== nodes.section))
      break
    part = only.content
  }
  return part
}

const grid: ReadonlySet<string> = new Set(['block', 'row', 'table', 'table_part', 'table_row'])
const isGrid = (node: Node) => grid.has(node.type.name)

/** Rows and cells alone are nothing to other programs. */
function withTableAround(holder: HTMLElement, content: Fragment): string {
  const name = content.firstChild?.type.name ?? ''
  const isRow = name === 'row' || name === 'table_row'
  if (!isRow && name !== 'table_part' && name !== 'cell' && name !== 'table_cell') return holder.outerHTML
  const table = document.createElement('table')
  const line = isRow || name === 'table_part' ? table : table.appendChild(document.createElement('tr'))
  line.append(...holder.childNodes)
  holder.append(table)
  return holder.outerHTML
}

const words = (raw: unknown): string =>
  String(raw)
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const serializer = new DOMSerializer(
  {
    ...DOMSerializer.nodesFromSchema(pageSchema),
    section: () => ['div', 0],
    block: (node) => {
      const classes = String(node.attrs['classes'])
      const columns = Math.max(1, ...node.children.map(({ childCount }) => childCount))
      return [
        'table',
        { border: '1', [BLOCK_MARK]: classes },
        ['tbody', ['tr', ['td', { colspan: String(columns) }, blockTitle(classes)]]],
        ['tbody', 0]
      ]
    },
    row: () => ['tr', 0],
    cell: () => ['td', 0],
    code_block: ({ attrs }) => {
      const language: unknown = attrs['language']
      return ['pre', ['code', typeof language === 'string' ? { class: `language-${language}` } : {}, 0]]
    },
    island: ({ attrs }) => ['p', words(attrs['raw'])],
    inline_island: ({ attrs }) => ['span', words(attrs['raw'])],
    image: ({ attrs }) => [
      'img',
      { src: String(attrs['url']), ...(typeof attrs['alt'] === 'string' ? { alt: attrs['alt'] } : {}) }
    ]
  },
  DOMSerializer.marksFromSchema(pageSchema)
)
