import { Fragment, type Node, type Slice } from 'prosemirror-model'
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { Pasted } from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { parseTabs } from '../../../../../common/formats/sheet'
import { CellSelection, cellsOf } from '../cells/cell-selection'
import { cellAt, emptyLineOf, gridAround, isCell, rowsOf, type GridRow } from '../cells/grid'
import { cellLike } from '../parts/part-commands'
import { emptyTableCell, layoutOf, placeBehind, tableRowLike } from '../tables/table-commands'

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
export function cellsOfSlice({ content }: Slice): Cells {
  const grid = content.firstChild
  return grid ? rowsOf({ node: grid, pos: 0 }).map(({ cells }) => cells.map(({ node }) => node)) : []
}

/**
 * Fills the cells of a block or a table from the chosen one on, and makes rows and cells where there are too
 * few (VE5). A table that grows wider does so in all of its rows.
 */
export function pasteCells(state: EditorState, pasted: Cells): Transaction {
  const { selection, tr } = state
  const first = selection instanceof CellSelection ? firstOf(selection) : cellAt(state)?.pos
  const grid = first === undefined ? null : gridAround(tr.doc.resolve(first))
  const rows = grid ? rowsOf(grid) : []
  const start = grid && cellsOf(grid).find(({ pos }) => pos === first)?.place
  const last = rows.at(-1)
  if (!start || !last || first === undefined) return tr
  const isTable = grid.node.type === nodes.table
  const before = Math.max(...rows.map(({ cells }) => cells.length))
  const after = Math.max(before, start.column + Math.max(0, ...pasted.map(({ length }) => length)))
  const added = pasted
    .slice(rows.length - start.row)
    .map((line) => withCells(newRow(last, isTable), start.column, line, isTable ? after : 0))
  // from the end, so that places before it stay as they are
  if (added.length > 0)
    tr.insert(isTable ? placeBehind(tr.doc, last) : grid.pos + grid.node.nodeSize - 1, added)
  for (const [index, row] of [...rows.entries()].reverse()) {
    const line = pasted[index - start.row] ?? []
    const grows = isTable && row.cells.length === before && after > before
    if (line.length === 0 && !grows) continue
    const next = withCells(row.node, start.column, line, grows ? after : 0)
    tr.replaceWith(row.pos, row.pos + row.node.nodeSize, next)
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(first + 1)))
}

/** A row like the last one; of a table that has nothing but heads, one of heads. */
const newRow = (last: GridRow, isTable: boolean): Node =>
  isTable
    ? tableRowLike(last, last.node)
    : nodes.row.create(null, last.cells.length > 0 ? [newCell(last.node)] : [nodes.cell.create()])

function firstOf(selection: CellSelection): number {
  return Math.min(...selection.ranges.map(({ $from }) => $from.pos - 1))
}

/**
 * A row with these contents from the column on; cells that stand before it, and up to the width, are made
 * where they are missing.
 */
function withCells(row: Node, column: number, line: readonly Node[], width: number): Node {
  const own = row.children.filter(isCell)
  const others = row.children.filter((node) => !isCell(node))
  const count = Math.max(own.length, width, line.length > 0 ? column + line.length : 0)
  const made = Array.from({ length: count }, (_, at) => {
    const cell = own[at] ?? newCell(row)
    const content = line[at - column]?.content
    if (!content) return cell
    return cell.copy(content.size > 0 ? content : Fragment.from(emptyLineOf(cell)))
  })
  return row.type.create(row.attrs, [...made, ...others])
}

/** An empty cell for the end of a row, like the last one there. */
function newCell(row: Node): Node {
  const like = row.children.filter(isCell).at(-1)
  if (row.type === nodes.table_row)
    return emptyTableCell(like?.attrs['header'] === true, like ? layoutOf(like) : null)
  return like ? cellLike(like) : nodes.cell.create()
}
