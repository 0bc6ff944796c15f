import type { Slice } from 'prosemirror-model'
import { type Node } from 'prosemirror-model'
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { Pasted } from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { parseTabs } from '../../../../../common/formats/sheet'
import { CellSelection, cellsOf } from '../cells/cell-selection'
import { partAt } from '../parts/part-at'
import { cellLike } from '../parts/part-commands'

const { nodes } = pageSchema

/** Nodes whose content goes into cells, row by row. */
type Cells = readonly (readonly Node[])[]

/** Rows and cells, where what was pasted is nothing else; null for anything else. */
export function cellsOfPasted({ cells, sections }: Pasted): Cells | null {
  if (cells) return cells
  const [table, ...others] = sections.flat()
  if (table?.type !== nodes.table || others.length > 0) return null
  return table.children.flatMap((part) => part.children).map((row) => row.children)
}

/** Rows and cells of a text with tabs, as spreadsheets give it; null for one without. */
export function cellsOfText(text: string): Cells | null {
  if (!text.includes('\t')) return null
  return parseTabs(text).map((row) =>
    row.map((words) => {
      const [first = '', ...more] = words.split('\n')
      const bare = more.length === 0
      return nodes.cell.create(
        null,
        [first, ...more].map((line) =>
          nodes.paragraph.create({ bare }, line === '' ? null : pageSchema.text(line))
        )
      )
    })
  )
}

/** The cells that were copied here, of what is chosen. */
export const cellsOfSlice = (slice: Slice): Cells =>
  slice.content.firstChild?.children
    .filter(({ type }) => type === nodes.row)
    .map(({ children }) => children) ?? []

/** Fills the cells from the chosen one on, and makes rows and cells where there are too few (VE5). */
export function pasteCells(state: EditorState, cells: Cells): Transaction {
  const { selection, tr } = state
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

/**
 * A row with these contents from the column on; cells that stand before it are made where they are missing.
 */
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
