import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { partAt, type Part } from '../parts/part-at'

const { nodes } = pageSchema

/** A row of a table, in whichever of its parts, with its cells. */
export interface TableRow extends Part {
  readonly cells: readonly Part[]
}

/** A table, and where in it the caret is: index of the row, and of the cell in it; -1 for neither. */
export interface TableAt extends Part {
  readonly rows: readonly TableRow[]
  readonly row: number
  readonly column: number
}

/** The table that is chosen, or that the caret is in; null where there is none. */
export function tableAt(state: EditorState): TableAt | null {
  const table = partAt(state, ['table'])
  if (!table) return null
  const rows = rowsOf(table)
  const { from } = state.selection
  const holds = ({ node, pos }: Part) => pos < from && from < pos + node.nodeSize
  const row = rows.findIndex(holds)
  return { ...table, rows, row, column: rows[row]?.cells.findIndex(holds) ?? -1 }
}

/** The rows of a table in their order, those in parts of it too. */
function rowsOf({ node, pos }: Part): TableRow[] {
  return childrenOf(node, pos).flatMap((child) => {
    if (child.node.type === nodes.table_part) return rowsOf(child)
    if (child.node.type !== nodes.table_row) return []
    const cells = childrenOf(child.node, child.pos).filter((one) => one.node.type === nodes.table_cell)
    return [{ ...child, cells }]
  })
}

function childrenOf(node: Node, pos: number): Part[] {
  const found: Part[] = []
  node.forEach((child, offset) => found.push({ node: child, pos: pos + 1 + offset }))
  return found
}
