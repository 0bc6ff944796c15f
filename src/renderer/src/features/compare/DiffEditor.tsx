import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useRef } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useMonaco } from '../editors/monaco/load'
import { languageOf, replaceText } from '../editors/monaco/models'
import { codeOptions } from '../editors/monaco/options'
import classes from './CompareView.module.css'

export interface DiffHandle {
  go(to: 'next' | 'previous'): void
}

interface DiffEditorProps {
  readonly before: string
  readonly after: string
  readonly path: ContentPath
  readonly inline: boolean
  readonly ignoreSpace: boolean
  readonly wrap: boolean
  /** Told how many changes there are; null while that is being found out. */
  readonly onChanges: (count: number | null) => void
  readonly onHandle: (handle: DiffHandle | null) => void
}

/** Two texts, compared line by line and word by word. Signs and colours both say what came and what went. */
export function DiffEditor({
  before,
  after,
  path,
  inline,
  ignoreSpace,
  wrap,
  onChanges,
  onHandle
}: DiffEditorProps) {
  const monaco = useMonaco()
  const element = useRef<HTMLDivElement>(null)
  const current = useRef<Monaco.editor.IStandaloneDiffEditor>(null)

  useEffect(() => {
    if (!element.current) return
    const language = languageOf(path)
    const original = monaco.editor.createModel('', language)
    const modified = monaco.editor.createModel('', language)
    const editor = monaco.editor.createDiffEditor(element.current, {
      ...codeOptions,
      readOnly: true,
      domReadOnly: true,
      originalEditable: false,
      renderIndicators: true,
      renderMarginRevertIcon: false,
      diffAlgorithm: 'advanced',
      maxComputationTime: 4_000,
      useInlineViewWhenSpaceIsLimited: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 8 },
      originalAriaLabel: 'Before',
      modifiedAriaLabel: 'After'
    })
    editor.setModel({ original, modified })
    current.current = editor
    let shown = false
    const listening = editor.onDidUpdateDiff(() => {
      const found = editor.getLineChanges()
      onChanges(found?.length ?? null)
      if (!shown && found && found.length > 0) {
        shown = true
        editor.revealFirstDiff()
      }
    })
    onHandle({ go: (to) => editor.goToDiff(to) })
    return () => {
      onHandle(null)
      onChanges(null)
      current.current = null
      listening.dispose()
      editor.setModel(null)
      editor.dispose()
      original.dispose()
      modified.dispose()
    }
  }, [monaco, path, onChanges, onHandle])

  useEffect(() => {
    const models = current.current?.getModel()
    if (!models) return
    put(monaco, models.original, before)
    put(monaco, models.modified, after)
  }, [monaco, path, before, after])

  useEffect(() => {
    const wordWrap = wrap ? 'on' : 'off'
    current.current?.updateOptions({
      renderSideBySide: !inline,
      ignoreTrimWhitespace: ignoreSpace,
      wordWrap,
      diffWordWrap: wordWrap
    })
  }, [monaco, path, inline, ignoreSpace, wrap])

  return <div ref={element} className={classes.diff} />
}

function put(monaco: typeof Monaco, model: Monaco.editor.ITextModel, text: string): void {
  if (model.getValueLength() === 0) model.setValue(text)
  else if (model.getValue(monaco.editor.EndOfLinePreference.LF) !== text) replaceText(model, text)
}
