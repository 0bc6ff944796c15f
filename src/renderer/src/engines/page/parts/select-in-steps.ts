import { AllSelection, NodeSelection, TextSelection, type Command, type Selection } from 'prosemirror-state'

/** Chooses more with each step: the line, the cell, the block, the section, the page. */
export const selectInSteps: Command = (state, dispatch) => {
  const { selection, doc } = state
  const { $from } = selection
  const wider: Selection[] = []
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.isTextblock) wider.push(TextSelection.create(doc, $from.start(depth), $from.end(depth)))
    else if (node.type.name === 'cell')
      wider.push(TextSelection.between(doc.resolve($from.start(depth)), doc.resolve($from.end(depth))))
    else if (node.type.name === 'block' || node.type.name === 'section')
      wider.push(NodeSelection.create(doc, $from.before(depth)))
  }
  wider.push(new AllSelection(doc))
  const next = wider.find(
    ({ from, to }) =>
      from <= selection.from && to >= selection.to && to - from > selection.to - selection.from
  )
  if (!next) return false
  dispatch?.(state.tr.setSelection(next))
  return true
}
