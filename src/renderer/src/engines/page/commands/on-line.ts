import { GapCursor } from 'prosemirror-gapcursor'
import { TextSelection, type Command } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { inOneStep } from './one-step'

const { paragraph } = pageSchema.nodes

/**
 * A step for lines: where the caret stands in none (in a section that is empty, as in a new page, or between
 * two blocks) it is done on a new, empty one there.
 */
export const onLine =
  (step: Command): Command =>
  (state, dispatch, view) => {
    const { selection, tr } = state
    if (!(selection instanceof GapCursor)) return step(state, dispatch, view)
    const { $from } = selection
    if (!$from.parent.canReplaceWith($from.index(), $from.index(), paragraph)) return false
    tr.insert($from.pos, paragraph.create())
    return inOneStep(state, tr.setSelection(TextSelection.create(tr.doc, $from.pos + 1)), step, dispatch)
  }
