import { DiffEditor as MonacoDiff } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useMonaco } from '../monaco/load'
import { languageOf, replaceText } from '../monaco/models'
import { codeOptions, THEME } from '../monaco/options'
import classes from '../../documents/Document.module.css'
import { changeAt, lastBefore, type LineChange, type LinesSeen } from './lines'
import { visibleText } from '../../../../common/content/visible-text'

type DiffInstance = Monaco.editor.IStandaloneDiffEditor

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
  /** Told how many changes there are, and at which one the cursor is; null while that is being found out. */
  readonly onSeen: (seen: LinesSeen | null) => void
  readonly onHandle: (handle: DiffHandle | null) => void
}

const fixed = {
  ...codeOptions,
  readOnly: true,
  domReadOnly: true,
  originalEditable: false,
  renderIndicators: true,
  renderMarginRevertIcon: false,
  diffAlgorithm: 'advanced',
  maxComputationTime: 4_000,
  useInlineViewWhenSpaceIsLimited: false,
  hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 8 }
} as const

/** Two texts, compared line by line and word by word. Signs and colours both say what came and what went. */
export function DiffEditor(props: DiffEditorProps) {
  const { before, after, path, inline, ignoreSpace, wrap, onSeen, onHandle } = props
  const monaco = useMonaco()
  const [editor, setEditor] = useState<DiffInstance | null>(null)
  const [id] = useState(() => crypto.randomUUID())
  // Given at once: unchanged regions are folded away only when there was something to compare from the start.
  const [first] = useState({ before, after })
  const revealed = useRef(false)
  const options = useMemo(() => {
    const wordWrap = wrap ? 'on' : 'off'
    return {
      ...fixed,
      renderSideBySide: !inline,
      ignoreTrimWhitespace: ignoreSpace,
      wordWrap,
      diffWordWrap: wordWrap
    } as const
  }, [inline, ignoreSpace, wrap])

  useLayoutEffect(() => {
    if (!editor) return
    const modified = editor.getModifiedEditor()
    let at: number | null = 0
    const notify = () => {
      const found = editor.getLineChanges()
      if (!found) return onSeen(null)
      if (at !== null) at = found.length === 0 ? null : Math.min(at, found.length - 1)
      const change = at === null ? null : (found[at] ?? null)
      onSeen({ total: found.length, at, change })
      if (revealed.current || !change) return
      revealed.current = true
      show(found, 0)
    }
    const look = (line: number) => {
      at = changeAt(editor.getLineChanges() ?? [], line)
      notify()
    }
    const show = (found: readonly LineChange[], index: number) => {
      const line = Math.max(1, found[index]?.modifiedStartLineNumber ?? 1)
      modified.setPosition({ lineNumber: line, column: 1 })
      modified.revealLineInCenter(line)
      // where two changes meet, the line alone does not tell which one is meant
      at = index
      notify()
    }
    const go = (to: 'next' | 'previous') => {
      const found = editor.getLineChanges() ?? []
      if (found.length === 0) return
      // between two changes: from the last one before the cursor
      const here = at ?? lastBefore(found, modified.getPosition()?.lineNumber ?? 1) + (to === 'next' ? 0 : 1)
      show(found, (here + (to === 'next' ? 1 : -1) + found.length) % found.length)
    }
    const listening = [
      editor.onDidUpdateDiff(notify),
      modified.onDidChangeCursorPosition(({ position, reason }) => {
        // a new text moves the cursor, too
        if (reason !== monaco.editor.CursorChangeReason.ContentFlush) look(position.lineNumber)
      })
    ]
    // The first comparison may be over before anybody listens.
    notify()
    const named = [
      keepName(monaco, editor.getOriginalEditor(), 'Before'),
      keepName(monaco, modified, 'After')
    ]
    onHandle({ go })
    // A layout effect ends before the component disposes of its editor, which must let go of the models
    // first.
    return () => {
      onHandle(null)
      onSeen(null)
      listening.forEach((one) => one.dispose())
      named.forEach((listener) => listener.dispose())
      const models = editor.getModel()
      editor.setModel(null)
      models?.original.dispose()
      models?.modified.dispose()
    }
  }, [monaco, editor, onSeen, onHandle])

  useEffect(() => {
    const models = editor?.getModel()
    if (!models) return
    if (textOf(monaco, models.original) === before) return follow(monaco, models.modified, after)
    revealed.current = false
    const language = models.modified.getLanguageId()
    editor?.setModel({
      original: monaco.editor.createModel(before, language),
      modified: monaco.editor.createModel(after, language)
    })
    models.original.dispose()
    models.modified.dispose()
  }, [monaco, editor, before, after])

  useEffect(() => {
    // The widget stops wrapping the left side for the inline view, and does not take that back.
    if (!inline) editor?.getOriginalEditor().updateOptions({ wordWrapOverride2: 'inherit' })
  }, [editor, inline])

  return (
    <MonacoDiff
      original={first.before}
      modified={first.after}
      originalModelPath={`galley-compare://${id}/before`}
      modifiedModelPath={`galley-compare://${id}/after`}
      keepCurrentOriginalModel
      keepCurrentModifiedModel
      language={languageOf(path)}
      theme={THEME}
      options={options}
      loading={null}
      className={classes.fill ?? ''}
      onMount={setEditor}
    />
  )
}

/** The diff widget drops the names of its two editors whenever it changes an option of theirs. */
function keepName(
  monaco: typeof Monaco,
  side: Monaco.editor.ICodeEditor,
  ariaLabel: string
): Monaco.IDisposable {
  const name = () => {
    if (!side.getOption(monaco.editor.EditorOption.ariaLabel).startsWith(ariaLabel))
      side.updateOptions({ ariaLabel: visibleText(ariaLabel) })
  }
  name()
  return side.onDidChangeConfiguration(name)
}

/** What is shown changes under the reader's eyes: scroll and folding stay. */
function follow(monaco: typeof Monaco, model: Monaco.editor.ITextModel, text: string): void {
  if (textOf(monaco, model) !== text) replaceText(model, text)
}

const textOf = (monaco: typeof Monaco, model: Monaco.editor.ITextModel) =>
  model.getValue(monaco.editor.EndOfLinePreference.LF)
