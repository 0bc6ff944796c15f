import type * as Monaco from 'monaco-editor/editor'
import { nameOf, splitName } from '../../../../../common/content/paths'
import { locate } from '../../../../../common/schema'
import { onDocumentClosed, type DocumentSession } from '../../../documents'
import { PLAIN_ABOVE, replaceText } from '../../../engines/monaco/models'
import type { FormStore } from '../../../engines/form/store/form-store'
import type { JsonText } from './json-text'

interface Open {
  readonly model: Monaco.editor.ITextModel
  /** Takes over the text if it changed while nobody looked. */
  readonly sync: () => void
}

const models = new Map<DocumentSession, Open>()
const OWNER = 'galley-form'
const MOST_MARKERS = 300
let listening = false

/** The editor's model of a document's JSON; it lives as long as the document, and with it what was typed. */
export function jsonModelOf(
  monaco: typeof Monaco,
  session: DocumentSession,
  json: JsonText
): Monaco.editor.ITextModel {
  const known = models.get(session)
  if (known) {
    known.sync()
    return known.model
  }
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => {
      models.get(closed)?.model.dispose()
      models.delete(closed)
    })
  }
  const path = `/${splitName(nameOf(session.path)).name}.json`
  const uri = monaco.Uri.from({ scheme: 'galley-data', authority: session.id, path })
  const language = json.text.length > PLAIN_ABOVE ? 'plaintext' : 'json'
  const model = monaco.editor.createModel(json.text, language, uri)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  model.updateOptions({ tabSize: 2, insertSpaces: true })
  const textOf = () => model.getValue(monaco.editor.EndOfLinePreference.LF)
  let writing = false
  const sync = () => {
    if (json.text === textOf()) return
    writing = true
    replaceText(model, json.text)
    writing = false
  }
  const stop = json.changed.subscribe(sync)
  model.onDidChangeContent(() => {
    if (!writing) json.type(textOf())
  })
  model.onWillDispose(stop)
  models.set(session, { model, sync })
  return model
}

/** Shows at their lines what the form would show at its fields. */
export function showErrors(
  monaco: typeof Monaco,
  model: Monaco.editor.ITextModel,
  json: JsonText,
  store: FormStore
): void {
  const { trouble } = json
  if (trouble?.kind === 'broken' && trouble.pointer === null) {
    // What is no JSON at all is marked by the language itself.
    return monaco.editor.setModelMarkers(model, OWNER, [])
  }
  const found =
    trouble?.kind === 'broken' && trouble.pointer !== null
      ? [{ pointer: trouble.pointer, message: trouble.message, severity: monaco.MarkerSeverity.Error }]
      : trouble
        ? []
        : store.errors().map(({ pointer, message }) => ({
            pointer,
            message,
            severity: monaco.MarkerSeverity.Warning
          }))
  const shown = found.slice(0, MOST_MARKERS)
  const places = locate(
    json.text,
    shown.map(({ pointer }) => pointer)
  )
  monaco.editor.setModelMarkers(
    model,
    OWNER,
    shown.map(({ pointer, message, severity }) => {
      const place = places.get(pointer)
      const start = model.getPositionAt(place?.key?.start ?? place?.start ?? 0)
      // A whole section is marked at its name, or at its first brace.
      const end = model.getPositionAt(place?.key?.end ?? Math.min(place?.end ?? 1, (place?.start ?? 0) + 1))
      return {
        severity,
        message,
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: end.lineNumber,
        endColumn: end.column
      }
    })
  )
}
