import { GapCursor } from 'prosemirror-gapcursor'
import { Selection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'

/**
 * In a page that was not open before the caret stands where one writes: in the first section, before its
 * first words.
 */
export function atWritingPlace({ doc, tr }: EditorState): Transaction {
  let place: Selection | null = null
  doc.descendants((node, pos) => {
    if (place) return false
    if (node.type.name === 'block') return !/metadata$/i.test(String(node.attrs['classes']))
    if (node.isTextblock) place = TextSelection.create(doc, pos + 1)
    else if (node.type.name === 'section' && node.childCount === 0)
      place = new GapCursor(doc.resolve(pos + 1))
    return place === null
  })
  return tr.setSelection(place ?? Selection.atStart(doc))
}
