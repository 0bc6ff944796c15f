import type { EditorState } from 'prosemirror-state'
import { rowsOf, type GridRow } from '../cells/grid'
import { partAt, type Part } from '../parts/part-at'

/** A table, and where in it the caret is: index of the row, and of the cell in it; -1 for neither. */
export interface TableAt extends Part {
  readonly rows: readonly GridRow[]
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
