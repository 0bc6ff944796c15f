import { Editor } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { nameOf } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { useTypedAhead } from '../../../workbench/focus-intent'
import { useMonaco } from '../../../engines/monaco/load'
import { codeOptions, jsonOptions, THEME } from '../../../engines/monaco/options'
import type { FormStore } from '../../../engines/form/store/form-store'
import { hintsOf } from './hints'
import { jsonModelOf, showErrors } from './json-model'
import type { JsonText } from './json-text'
import { visibleText } from '../../../../../common/content/visible-text'

type CodeEditor = Monaco.editor.IStandaloneCodeEditor

interface JsonEditorProps {
  readonly session: DocumentSession
  readonly json: JsonText
  readonly store: FormStore
  readonly onEditor: (editor: CodeEditor | null) => void
}

const views = new WeakMap<DocumentSession, Monaco.editor.ICodeEditorViewState>()

/**
 * The code editor on a document's JSON, with the schema's names and values, and the form's errors at their
 * lines.
 */
export function JsonEditor({ session, json, store, onEditor }: JsonEditorProps) {
  const monaco = useMonaco()
  const typedAhead = useTypedAhead()
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const model = useMemo(() => {
    json.catchUp()
    return jsonModelOf(monaco, session, json)
  }, [monaco, session, json])
  const uri = model.uri.toString()
  const [label] = useState(`JSON of ${nameOf(session.path)}`)
  const { readOnly } = store
  const options = useMemo(
    () =>
      ({
        ...codeOptions,
        wordWrap: 'on',
        ariaLabel: visibleText(label),
        readOnly,
        domReadOnly: readOnly,
        ...jsonOptions
      }) as const,
    [label, readOnly]
  )

  useEffect(() => {
    json.recheck()
    json.follow()
    return store.changed.subscribe(() => json.follow())
  }, [json, store])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      if (!model.isDisposed() && !json.isPending) showErrors(monaco, model, json, store)
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(show, 60)
    }
    show()
    const stops = [json.changed.subscribe(soon), store.errorsChanged.subscribe(soon)]
    return () => {
      clearTimeout(timer)
      stops.forEach((stop) => stop())
    }
  }, [monaco, model, json, store])
  useEffect(() => {
    let ended = false
    let end = () => {}
    void import('./register-hints').then(({ registerHints }) => {
      if (!ended) end = registerHints(uri, hintsOf(store.schema))
    })
    return () => {
      ended = true
      end()
    }
  }, [uri, store.schema])
  useLayoutEffect(() => {
    if (!editor) return
    onEditor(editor)
    return () => {
      json.settle()
      const left = editor.saveViewState()
      if (left) views.set(session, left)
      onEditor(null)
    }
  }, [editor, session, json, onEditor])

  return (
    <Editor
      key={uri}
      path={uri}
      keepCurrentModel
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
      onMount={(created) => {
        const view = views.get(session)
        if (view) created.restoreViewState(view)
        const typed = typedAhead()
        if (typed !== null) created.focus()
        if (typed) created.trigger('keyboard', 'type', { text: typed })
        setEditor(created)
      }}
    />
  )
}
