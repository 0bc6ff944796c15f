import { formatOfPath, languageOf as languageOfFile } from '../../../../common/formats/files'
import type * as Monaco from 'monaco-editor/editor'
import { checkHtml } from '../../../../common/checks/check-html'
import type { Problem } from '../../../../common/checks/problem'
import { splitName, nameOf, type ContentPath } from '../../../../common/content/paths'
import { onDocumentClosed, type DocumentSession } from '../../documents'
import type { TextBuffer } from '../../documents/text-buffer'
import { clearProblems, setProblems } from '../../documents/problems'
import { DOCUMENT_SCHEME } from './document-uri'
import { followText } from './follow-text'
import { lineEdits } from './line-edits'
import { LINK_MARKS, markLinks } from './links/marks'
import { sharedModel } from './shared-model'

/** Above this many characters no colours, checks or formatting: plain text stays quick. */
export const PLAIN_ABOVE = 2_000_000

const CHECK_DELAY = 300
/** And that much later when the window is never at rest. */
const CHECK_LATEST = 2_000
const models = new Map<DocumentSession, Monaco.editor.ITextModel>()
const buffers = new WeakMap<Monaco.editor.ITextModel, TextBuffer>()
const watched = new WeakSet<typeof Monaco>()

/** The editor's model of an open document; it lives as long as the document, and with it the undo history. */
export function modelOf(monaco: typeof Monaco, session: DocumentSession): Monaco.editor.ITextModel {
  watch(monaco)
  const model = models.get(session)
  if (!model) return createModel(monaco, session)
  takeOver(session, model)
  return model
}

/**
 * Another view may have had the text meanwhile: what it made of it becomes one step of the model's history.
 */
function takeOver(session: DocumentSession, model: Monaco.editor.ITextModel): void {
  const buffer = buffers.get(model)
  if (!buffer || session.attached === buffer) return
  const text = session.text()
  if (text !== buffer.read()) buffer.write(text)
  session.attach(buffer)
}

export const languageOf = (path: ContentPath): string => languageOfFile(splitName(nameOf(path)).ext)

function createModel(monaco: typeof Monaco, session: DocumentSession): Monaco.editor.ITextModel {
  const text = session.text()
  const plain = text.length > PLAIN_ABOVE
  const uri = monaco.Uri.from({ scheme: DOCUMENT_SCHEME, authority: session.id, path: session.path })
  const model = monaco.editor.createModel(text, plain ? 'plaintext' : languageOf(session.path), uri)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  model.updateOptions({
    tabSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false }
  })
  models.set(session, model)
  let writing = false
  const sharing = sharedModel(monaco, model)
  const buffer: TextBuffer = {
    share: (shared, base) => sharing.share(shared, base),
    read: () => model.getValue(monaco.editor.EndOfLinePreference.LF),
    write: (next) => {
      writing = true
      if (sharing.isShared) followText(monaco, model, next)
      else replaceText(model, next)
      writing = false
    }
  }
  buffers.set(model, buffer)
  session.attach(buffer)
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle = 0
  const check = () => {
    if (model.getLanguageId() === 'html' && !model.isDisposed()) {
      monaco.editor.setModelMarkers(
        model,
        'html',
        checkHtml(model.getValue()).map((found) => markerOf(monaco, found))
      )
    }
  }
  const checkSoon = () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
    timer = setTimeout(() => {
      idle = requestIdleCallback(check, { timeout: CHECK_LATEST })
    }, CHECK_DELAY)
  }
  // the page is shown first
  checkSoon()
  const stopMarks = markLinks(monaco, model, () => session.path)
  model.onDidChangeContent((event) => {
    sharing.changed(event)
    if (!writing && !sharing.isFollowing) session.edited()
    if (sharing.isFollowing) session.followed()
    checkSoon()
  })
  model.onWillDispose(() => {
    stopMarks()
    clearTimeout(timer)
    cancelIdleCallback(idle)
  })
  return model
}

function markerOf(monaco: typeof Monaco, problem: Problem): Monaco.editor.IMarkerData {
  const { MarkerSeverity } = monaco
  return {
    severity: problem.severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
    message: problem.message,
    startLineNumber: problem.line,
    startColumn: problem.column,
    endLineNumber: problem.endLine,
    endColumn: problem.endColumn
  }
}

function watch(monaco: typeof Monaco): void {
  if (watched.has(monaco)) return
  watched.add(monaco)
  monaco.editor.onDidChangeMarkers(() => {
    for (const [session, model] of models) {
      // while another view has the text, that one says what is wrong in it
      if (session.attached !== buffers.get(model)) continue
      const markers = monaco.editor
        .getModelMarkers({ resource: model.uri })
        .filter((marker) => !isToldBySite(session.path, marker))
      setProblems(
        session.path,
        markers.map((marker) => problemOf(monaco, marker))
      )
    }
  })
  onDocumentClosed((session) => {
    models.get(session)?.dispose()
    models.delete(session)
    clearProblems(session.path)
  })
}

/** Links of a page that lead to no page are told by the check of what its site has. */
const isToldBySite = (path: ContentPath, { owner, code }: Monaco.editor.IMarker): boolean =>
  owner === LINK_MARKS && code === 'link-broken' && formatOfPath(path) === 'page'

function problemOf(monaco: typeof Monaco, marker: Monaco.editor.IMarker): Problem {
  return {
    severity: marker.severity === monaco.MarkerSeverity.Error ? 'error' : 'warning',
    message: marker.message,
    line: marker.startLineNumber,
    column: marker.startColumn,
    endLine: marker.endLineNumber,
    endColumn: marker.endColumn
  }
}

/**
 * One undoable step that touches only the lines that differ, so that cursor, folding and scroll stay where
 * they are.
 */
export function replaceText(model: Monaco.editor.ITextModel, next: string): void {
  model.pushStackElement()
  model.pushEditOperations([], lineEdits(model.getValue(), next), () => null)
  model.pushStackElement()
}
