import { CellSelection } from '../cells/cell-selection'
import { clearChosen, crossesCells } from '../commands/clear-chosen'
import { closeHistory } from 'prosemirror-history'
import { GapCursor } from 'prosemirror-gapcursor'
import { NodeSelection, Plugin, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { isComposing } from '../../../components/keys'
import { undo } from '../page-history'

const { nodes } = pageSchema

/**
 * What is typed while a block, a section, or something that is not taken apart is chosen does not take its
 * place: it stands on a line of its own behind it, or at the end of the section. Delete is what deletes. Over
 * a part of a block it stands where the choice begins.
 *
 * What an input method composes begins where the caret is when its key goes down: a line that is made when it
 * has begun is not found by the browser, which leaves the first letters there and composes them once more.
 */
export function typedBeside(): Plugin {
  /** What the page was before a line was made for a key that may begin nothing. */
  let before: EditorState | null = null
  return new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const { state } = view
        if (crossesCells(state)) {
          view.dispatch(clearChosen(state.tr).insertText(text).scrollIntoView())
          return true
        }
        if (chosenPart(state) === null) return false
        const tr = lineBeside(state)
        if (tr) view.dispatch(tr.insertText(text).scrollIntoView())
        return true
      },
      handleDOMEvents: {
        keydown(view, event) {
          const begins = view.editable && isComposing(event) && !view.composing
          const tr = begins ? lineBeside(view.state) : null
          if (!tr) return false
          before = view.state
          view.dispatch(closeHistory(tr).scrollIntoView())
          return false
        },
        keyup(view) {
          const isUnused = before !== null && !view.composing && isLineAlone(before, view.state)
          before = null
          if (isUnused) undo(view.state, view.dispatch)
          return false
        },
        compositionstart(view) {
          const { state } = view
          const isCells = crossesCells(state) || state.selection instanceof CellSelection
          const tr = isCells ? clearChosen(state.tr) : lineBeside(state)
          if (tr) view.dispatch(tr.scrollIntoView())
          return false
        }
      }
    }
  })
}

const chosenPart = ({ selection }: EditorState): NodeSelection | null =>
  selection instanceof NodeSelection && !selection.node.isInline ? selection : null

/** The caret on a new line behind what is chosen, or between two parts; null where none can stand. */
function lineBeside(state: EditorState): Transaction | null {
  const { tr, selection } = state
  const chosen = chosenPart(state)
  if (!chosen && !(selection instanceof GapCursor)) return null
  const pos = chosen?.node.type === nodes.section ? chosen.to - 1 : selection.to
  const $pos = tr.doc.resolve(pos)
  if (!$pos.parent.canReplaceWith($pos.index(), $pos.index(), nodes.paragraph)) return null
  tr.insert(pos, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, pos + 1))
}

/** Whether nothing but that line has come. */
const isLineAlone = (before: EditorState, now: EditorState): boolean =>
  lineBeside(before)?.doc.eq(now.doc) === true
