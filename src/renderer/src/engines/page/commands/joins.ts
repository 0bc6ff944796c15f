import {
  chainCommands,
  joinBackward,
  joinForward,
  joinTextblockBackward,
  joinTextblockForward,
  selectNodeBackward,
  selectNodeForward
} from 'prosemirror-commands'
import type { ResolvedPos } from 'prosemirror-model'
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { clear } from './clear-chosen'
import { turnInto } from './lines'
import { liftOut } from './lists'

const { nodes } = pageSchema

/** Where the caret is in a line's first or last place; null for every other selection. */
function atEdge(state: EditorState, view: EditorView | undefined, of: 'start' | 'end'): ResolvedPos | null {
  const { selection } = state
  if (!(selection instanceof TextSelection) || !selection.$cursor) return null
  const { $cursor } = selection
  // words of both directions have their ends where they are seen
  const isThere = view
    ? view.endOfTextblock(of === 'start' ? 'backward' : 'forward', state)
    : $cursor.parentOffset === (of === 'start' ? 0 : $cursor.parent.content.size)
  return isThere ? $cursor : null
}

/**
 * Backspace before the first word of an item or a quote: the line leaves it. A heading that is the first
 * thing becomes a line.
 */
const leaveAtStart: Command = (state, dispatch, view) => {
  const $at = atEdge(state, view, 'start')
  if (!$at || $at.depth < 2 || $at.index(-1) > 0) return false
  const around = $at.node(-1).type
  if (around === nodes.list_item || around === nodes.blockquote) return liftOut(state, dispatch, view)
  return $at.parent.type === nodes.heading && turnInto(nodes.paragraph)(state, dispatch, view)
}

/** What is not taken apart is chosen before it is deleted, like a block. */
const chooseIsland =
  (of: 'start' | 'end'): Command =>
  (state, dispatch, view) => {
    const $at = atEdge(state, view, of)
    if (!$at || $at.depth === 0) return false
    const pos = of === 'start' ? $at.before() : $at.after()
    const $pos = state.doc.resolve(pos)
    const beside = of === 'start' ? $pos.nodeBefore : $pos.nodeAfter
    if (beside?.type !== nodes.island) return false
    const at = of === 'start' ? pos - beside.nodeSize : pos
    dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, at)).scrollIntoView())
    return true
  }

/** Backspace. A line is joined to the words before it, also to those of the last item of a list. */
export const deleteBack: Command = chainCommands(
  clear,
  leaveAtStart,
  chooseIsland('start'),
  joinTextblockBackward,
  joinBackward,
  selectNodeBackward
)

/** Delete. The words behind a line are joined to it, also those of the next item. */
export const deleteOn: Command = chainCommands(
  clear,
  chooseIsland('end'),
  joinTextblockForward,
  joinForward,
  selectNodeForward
)
