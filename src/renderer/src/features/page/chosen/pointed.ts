import { TextSelection, type EditorState } from 'prosemirror-state'

/** The chosen words as `from to`, as a text that says when they are others; empty where none are. */
export function chosenWords(state: EditorState | null): string {
  if (!state) return ''
  const { selection } = state
  const isWords =
    selection instanceof TextSelection && !selection.empty && !selection.$from.parent.type.spec.code
  const text = isWords ? state.doc.textBetween(selection.from, selection.to, ' ') : ''
  return text.trim() === '' ? '' : `${selection.from} ${selection.to}`
}
