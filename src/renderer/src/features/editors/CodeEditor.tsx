import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useRef } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { DocumentSession } from '../documents'
import { canGoTo } from './go-to'
import { modelOf } from './monaco/models'
import { useMonaco } from './monaco/load'
import { codeOptions } from './monaco/options'
import classes from './TextDocument.module.css'

export interface CodeEditorProps {
  readonly session: DocumentSession
  readonly wrap: boolean
  readonly readOnly: boolean
  /** Told the editor when it is there, and null when it is gone. */
  readonly onEditor: (editor: Monaco.editor.IStandaloneCodeEditor | null) => void
}

const views = new WeakMap<DocumentSession, Monaco.editor.ICodeEditorViewState>()

/** The code editor on an open document. Cursor, scroll and folding come back when the tab does. */
export function CodeEditor({ session, wrap, readOnly, onEditor }: CodeEditorProps) {
  const monaco = useMonaco()
  const element = useRef<HTMLDivElement>(null)
  const current = useRef<Monaco.editor.IStandaloneCodeEditor>(null)

  useEffect(() => {
    if (!element.current) return
    const editor = monaco.editor.create(element.current, {
      ...codeOptions,
      model: modelOf(monaco, session),
      ariaLabel: `Text of ${nameOf(session.path)}`
    })
    current.current = editor
    const view = views.get(session)
    if (view) editor.restoreViewState(view)
    editor.focus()
    onEditor(editor)
    const stop = canGoTo(session.path, ({ line, column }) => {
      editor.setPosition({ lineNumber: line, column })
      editor.revealLineInCenterIfOutsideViewport(line)
      editor.focus()
    })
    return () => {
      stop()
      const left = editor.saveViewState()
      if (left) views.set(session, left)
      current.current = null
      onEditor(null)
      editor.dispose()
    }
  }, [monaco, session, onEditor])

  useEffect(() => {
    current.current?.updateOptions({ wordWrap: wrap ? 'on' : 'off', readOnly, domReadOnly: readOnly })
  }, [wrap, readOnly, monaco, session])

  return <div ref={element} className={classes.code} />
}
