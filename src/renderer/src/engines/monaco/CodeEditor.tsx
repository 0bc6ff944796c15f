import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { DocumentSession } from '../../documents'
import { behindFrame } from '../../components/behind'
import { useLastingEditor } from './editor-host'
import { useTypedAhead } from '../../workbench/focus-intent'
import { canGoTo, cursorMoved } from '../../documents/go-to'
import { modelOf } from './models'
import { showOthers } from './others'
import { useMonaco } from './load'
import { codeOptions, jsonOptions, THEME } from './options'
import { writingPlace } from './writing-place'
import classes from '../../documents/Document.module.css'
import { visibleText } from '../../../../common/content/visible-text'

type CodeEditorInstance = Monaco.editor.IStandaloneCodeEditor

interface CodeEditorProps {
  readonly session: DocumentSession
  readonly wrap: boolean
  readonly readOnly: boolean
  /** Told the editor when it is there, and null when it is gone. */
  readonly onEditor: (editor: CodeEditorInstance | null) => void
}

const views = new WeakMap<DocumentSession, Monaco.editor.ICodeEditorViewState>()

/** The code editor on an open document. Cursor, scroll and folding come back when the tab does. */
export function CodeEditor({ session, wrap, readOnly, onEditor }: CodeEditorProps) {
  const monaco = useMonaco()
  const { path } = session
  const typedAhead = useTypedAhead()
  const [label] = useState(`Text of ${nameOf(path)}`)
  // The model is the document's own and outlives the editor.
  const model = useMemo(() => modelOf(monaco, session), [monaco, session])
  const wanted = useMemo(
    () => ({
      model,
      theme: THEME,
      options: {
        ...codeOptions,
        ...(model.getLanguageId() === 'json' && jsonOptions),
        automaticLayout: false,
        ariaLabel: visibleText(label),
        wordWrap: wrap ? 'on' : 'off',
        readOnly,
        domReadOnly: readOnly
      } as const,
      onShown: (shown: CodeEditorInstance) => {
        const view = views.get(session)
        if (view) shown.restoreViewState(view)
      }
    }),
    [model, label, wrap, readOnly, session]
  )
  const [editor, seen] = useLastingEditor(wanted, classes.frame ?? '')

  const isSent = useRef(false)
  useLayoutEffect(() => {
    if (!editor) return
    onEditor(editor)
    const stop = canGoTo(
      path,
      ({ line, column }, focus) => {
        isSent.current = true
        editor.setPosition({ lineNumber: line, column })
        editor.revealLineInCenterIfOutsideViewport(line)
        if (focus) editor.focus()
      },
      () => {
        const at = editor.getPosition()
        return at && { line: at.lineNumber, column: at.column }
      }
    )
    const moves = editor.onDidChangeCursorPosition(() => cursorMoved.notify(path))
    const stopOthers = showOthers(monaco, editor, session)
    // A layout effect ends before the component disposes of its editor.
    return () => {
      stop()
      stopOthers()
      moves.dispose()
      const left = editor.saveViewState()
      if (left) views.set(session, left)
      onEditor(null)
    }
  }, [editor, session, path, onEditor, monaco])

  // Each time that it is looked at it may take the focus, with what was typed until then; the first time
  // behind the frame that shows it.
  const takeFocus = useEffectEvent(() => {
    const typed = editor ? typedAhead() : null
    if (typed !== null) editor?.focus()
    if (typed) editor?.trigger('keyboard', 'type', { text: typed })
  })
  const begin = useEffectEvent(() => {
    if (editor && !views.has(session) && !isSent.current) stand(editor)
    takeFocus()
  })
  const wasShown = useRef(false)
  useEffect(() => {
    if (!editor) return
    if (wasShown.current) return takeFocus()
    wasShown.current = true
    return behindFrame(begin)
  }, [editor])
  return seen
}

/** In a document that was not open before, the caret stands where one writes. */
function stand(editor: CodeEditorInstance): void {
  const model = editor.getModel()
  if (!model) return
  const at = writingPlace(model.getValue(), model.getLanguageId())
  editor.setPosition(model.getPositionAt(at))
}
