import type * as Monaco from 'monaco-editor/editor'
import { fineEdits } from '../../../../common/rooms/source/fine-edits'
import { placesAfter } from '../../../../common/rooms/source/carried'

/**
 * Gives a model the text that others have made of it, letter by letter where they differ. Whoever writes in it goes on right
 * behind the letter that they wrote last, wherever that is now; nothing is scrolled. Both texts use `\n`.
 */
export function followText(monaco: typeof Monaco, model: Monaco.editor.ITextModel, next: string): void {
  const before = model.getValue()
  const edits = fineEdits(before, next)
  if (edits.length === 0) return
  const placeOf = placesAfter(before.length, edits)
  const cursors = monaco.editor
    .getEditors()
    .filter((editor) => editor.getModel() === model)
    .map((editor) => ({
      editor,
      places: (editor.getSelections() ?? []).map((selection) => [
        placeOf(model.getOffsetAt(selection.getSelectionStart())),
        placeOf(model.getOffsetAt(selection.getPosition()))
      ])
    }))
  model.applyEdits(
    edits.map(({ from, to, added }) => ({
      range: monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to)),
      text: added
    }))
  )
  for (const { editor, places } of cursors) {
    const selections = places.map(([start = 0, end = 0]) =>
      monaco.Selection.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
    )
    const now = editor.getSelections() ?? []
    if (selections.some((one, at) => !now[at]?.equalsSelection(one))) editor.setSelections(selections)
  }
}
