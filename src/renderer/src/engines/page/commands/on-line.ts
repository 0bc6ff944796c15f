import { GapCursor } from 'prosemirror-gapcursor'
import { EditorState, Selection, TextSelection, type Command } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { paragraph } = pageSchema.nodes

/**
 * A step for lines: where the caret stands in none (in a section that is empty, as in a new page, or between two blocks) it is done on a
 * new, empty one there.
 */
export const onLine =
  (step: Command): Command =>
  (state, dispatch, view) => {
    const { selection, tr, storedMarks } = state
    if (!(selection instanceof GapCursor)) return step(state, dispatch, view)
    const { $from } = selection
    if (!$from.parent.canReplaceWith($from.index(), $from.index(), paragraph)) return false
    tr.insert($from.pos, paragraph.create())
    const line = EditorState.create({
      doc: tr.doc,
      selection: TextSelection.create(tr.doc, $from.pos + 1),
      storedMarks
    })
    return step(
      line,
      dispatch &&
        ((done) => {
          for (const one of done.steps) tr.step(one)
          tr.setSelection(Selection.fromJSON(tr.doc, done.selection.toJSON()))
          dispatch(tr.setStoredMarks(done.storedMarks).scrollIntoView())
        })
    )
  }
