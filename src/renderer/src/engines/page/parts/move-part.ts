import type { Node } from 'prosemirror-model'
import { NodeSelection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { Part } from './part-at'

/** Where a part would stand one place further; null at the end of where it may be. */
export function nextPlace(doc: Node, { node, pos }: Part, step: 1 | -1): number | null {
  const $pos = doc.resolve(pos)
  const [parent, index] = [$pos.parent, $pos.index()]
  const sibling = parent.maybeChild(index + step)
  if (sibling) return step === 1 ? pos + node.nodeSize + sibling.nodeSize : pos - sibling.nodeSize
  if (parent.type.name !== 'section') return null
  // over the edge of a section into the next one
  const outer = doc.resolve($pos.before())
  const other = outer.parent.maybeChild(outer.index() + step)
  if (other?.type.name !== 'section') return null
  return step === 1 ? outer.pos + parent.nodeSize + 1 : outer.pos - 1
}

/**
 * Moves a part with all that its source says (VE5); what was chosen, or the caret in it, goes along. Null
 * where it cannot stand.
 */
export function moveTo(state: EditorState, { node, pos }: Part, to: number): Transaction | null {
  const end = pos + node.nodeSize
  if (to >= pos && to <= end) return null
  const $to = state.doc.resolve(to)
  if (!$to.parent.canReplaceWith($to.index(), $to.index(), node.type)) return null
  const { tr, selection } = state
  tr.delete(pos, end)
  const place = to > pos ? to - node.nodeSize : to
  tr.insert(place, node)
  const shift = place - pos
  if (selection instanceof NodeSelection && selection.from === pos)
    tr.setSelection(NodeSelection.create(tr.doc, place))
  else if (selection.from > pos && selection.to < end)
    tr.setSelection(
      TextSelection.between(tr.doc.resolve(selection.anchor + shift), tr.doc.resolve(selection.head + shift))
    )
  return tr.scrollIntoView()
}
