import type { Node, NodeType, ResolvedPos } from 'prosemirror-model'
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { nodes } = pageSchema

/** What a block or a table is made of. */
const cellular: ReadonlySet<NodeType> = new Set([
  nodes.row,
  nodes.cell,
  nodes.table_part,
  nodes.table_row,
  nodes.table_cell
])

/** Whether what is chosen begins or ends in a cell and goes beyond it. */
export function crossesCells({ selection }: EditorState | Transaction): boolean {
  if (!(selection instanceof TextSelection)) return false
  const { $from, $to } = selection
  const shared = $from.sharedDepth($to.pos)
  return isInCell($from, shared) || isInCell($to, shared)
}

const isInCell = ($pos: ResolvedPos, above: number): boolean =>
  Array.from({ length: $pos.depth - above }, (_, at) => $pos.node(above + 1 + at).type).some((type) =>
    cellular.has(type)
  )

/**
 * Takes out what is chosen. A block or a table of which a part is chosen stays what it is (VE5): the cells
 * lose the words that were chosen, and no words go from one cell into another, or out of the block.
 */
export function clearChosen(tr: Transaction): Transaction {
  if (!crossesCells(tr)) return tr.deleteSelection()
  const { $from, $to, from, to } = tr.selection
  const depth = $from.sharedDepth($to.pos)
  const gone: (readonly [number, number])[] = []
  const collect = (node: Node, start: number): void => {
    node.forEach((child, offset) => {
      const [begin, end] = [start + offset, start + offset + child.nodeSize]
      if (end <= from || begin >= to) return
      const isWhole = begin >= from && end <= to
      if (isWhole && !cellular.has(child.type)) gone.push([begin, end])
      else if (!child.isTextblock) collect(child, begin + 1)
      else gone.push([Math.max(from, begin + 1), Math.min(to, end - 1)])
    })
  }
  collect($from.node(depth), $from.start(depth))
  for (const [begin, end] of gone.reverse()) if (begin < end) tr.delete(begin, end)
  return tr.setSelection(Selection.near(tr.doc.resolve(from)))
}

/** As the keys that delete do it. */
export const clear: Command = (state, dispatch) => {
  if (state.selection.empty) return false
  dispatch?.(clearChosen(state.tr).scrollIntoView())
  return true
}
