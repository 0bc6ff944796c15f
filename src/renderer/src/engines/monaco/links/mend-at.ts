import type * as Monaco from 'monaco-editor/editor'
import type { ContentPath } from '../../../../../common/content/paths'
import { linksNow } from '../../../documents/links/document-links'
import { faultyPlaces, type FaultyPlace } from '../../../documents/links/faults'
import { lineEdits } from '../line-edits'

type CodeEditor = Monaco.editor.IStandaloneCodeEditor

/** What is wrong with the address at the cursor and can be mended; null for none. */
export function mendableAt(editor: CodeEditor, path: ContentPath): NonNullable<FaultyPlace['mend']> | null {
  const [model, selection] = [editor.getModel(), editor.getSelection()]
  const read = linksNow(path)
  if (!model || !selection || read.status !== 'ready') return null
  const [from, to] = [selection.getStartPosition(), selection.getEndPosition()].map((at) =>
    model.getOffsetAt(at)
  )
  if (from === undefined || to === undefined) return null
  const found = faultyPlaces(path, model.getValue(), read.links)
  return found.find(({ start, end, mend }) => mend !== null && start <= to && from <= end)?.mend ?? null
}

/** Mends the address at the cursor, as one step of typing (LK10). */
export function mendAt(editor: CodeEditor, path: ContentPath): void {
  const [model, mend] = [editor.getModel(), mendableAt(editor, path)]
  if (!model || !mend) return
  editor.focus()
  editor.pushUndoStop()
  editor.executeEdits('links', lineEdits(model.getValue(), mend.text()))
  editor.pushUndoStop()
}
