import { EditorState, Selection, type Command, type Transaction } from 'prosemirror-state'

/**
 * A step on what a transaction has made of the page; both are taken back as one.
 * @returns whether it could be done
 */
export function inOneStep(
  { storedMarks }: EditorState,
  tr: Transaction,
  step: Command,
  dispatch: ((tr: Transaction) => void) | undefined
): boolean {
  const between = EditorState.create({ doc: tr.doc, selection: tr.selection, storedMarks })
  return step(
    between,
    dispatch &&
      ((done) => {
        for (const one of done.steps) tr.step(one)
        tr.setSelection(Selection.fromJSON(tr.doc, done.selection.toJSON()))
        dispatch(tr.setStoredMarks(done.storedMarks).scrollIntoView())
      })
  )
}
