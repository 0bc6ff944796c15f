import type { Node, ResolvedPos } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { partAt, type Part } from '../parts/part-at'

const { nodes } = pageSchema

/** A row of a block or a table, with its cells. */
export interface GridRow extends Part {
  readonly cells: readonly Part[]
}

/** Whether this is a cell of a block or of a table. */
export const isCell = (node: Node | null): boolean =>
  node?.type === nodes.cell || node?.type === nodes.table_cell

/** The innermost cell that the caret is in, or where what is chosen begins; null where there is none. */
export const cellAt = (state: EditorState): Part | null => partAt(state, ['cell', 'table_cell'])

/** The block or table that a cell is one of. @param $cell the place before the cell */
export function gridAround($cell: ResolvedPos): Part | null {
  for (let depth = $cell.depth; depth > 0; depth--) {
    const node = $cell.node(depth)
    if (node.type === nodes.block || node.type === nodes.table) return { node, pos: $cell.before(depth) }
  }
  return null
}

/** The rows of a block or a table in their order, those in parts of a table too. */
export function rowsOf({ node, pos }: Part): GridRow[] {
  return childrenOf(node, pos).flatMap((child) => {
    if (child.node.type === nodes.table_part) return rowsOf(child)
    if (child.node.type !== nodes.row && child.node.type !== nodes.table_row) return []
    return [{ ...child, cells: childrenOf(child.node, child.pos).filter((one) => isCell(one.node)) }]
  })
}

function childrenOf(node: Node, pos: number): Part[] {
  const found: Part[] = []
  node.forEach((child, offset) => found.push({ node: child, pos: pos + 1 + offset }))
  return found
}

/** The line that an emptied cell holds: in a block as the cell began, in a table one without tags. */
export const emptyLineOf = (cell: Node): Node =>
  nodes.paragraph.create({
    bare: cell.type === nodes.table_cell || cell.firstChild?.attrs['bare'] === true
  })
