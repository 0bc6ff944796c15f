import { clearChosen, crossesCells } from '../commands/clear-chosen'
import { NodeSelection, Plugin, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { nodes } = pageSchema

/**
 * What is typed while a block, a section, or something that is not taken apart is chosen does not take its
 * place: it stands on a line of its own behind it, or at the end of the section. Delete is what deletes. Over
 * a part of a block it stands where the choice begins.
 */
export const typedBeside = (): Plugin =>
  new Plugin({
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
        compositionstart(view) {
          const { state } = view
          const tr = crossesCells(state) ? clearChosen(state.tr) : lineBeside(state)
          if (tr) view.dispatch(tr.scrollIntoView())
          return false
        }
      }
    }
  })

const chosenPart = ({ selection }: EditorState): NodeSelection | null =>
  selection instanceof NodeSelection && !selection.node.isInline ? selection : null

/** The caret on a new line behind what is chosen; null where none can stand. */
function lineBeside(state: EditorState): Transaction | null {
  const chosen = chosenPart(state)
  if (!chosen) return null
  const { tr } = state
  const pos = chosen.node.type === nodes.section ? chosen.to - 1 : chosen.to
  const $pos = tr.doc.resolve(pos)
  if (!$pos.parent.canReplaceWith($pos.index(), $pos.index(), nodes.paragraph)) return null
  tr.insert(pos, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, pos + 1))
}
