import { Editor, type OnMount } from '@monaco-editor/react'
import { useEffect, useMemo, useState } from 'react'
import type { SchemaIssue } from '../../../../common/schema'
import { useMonaco } from '../../engines/monaco/load'
import { codeOptions, THEME } from '../../engines/monaco/options'
import classes from './schemas.module.css'

/** Where the cursor is put; a new one each time that somebody asks. */
export interface TextGoal {
  readonly line: number
  readonly column: number
}

interface SchemaTextProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly issues: readonly SchemaIssue[]
  readonly goal: TextGoal | null
  readonly readOnly: boolean
}

type CodeEditor = Parameters<OnMount>[0]

const OWNER = 'galley-schema'
const MOST_MARKERS = 300

/** The schema's JSON, for those who write it by hand. */
export function SchemaText({ text, onChange, issues, goal, readOnly }: SchemaTextProps) {
  const monaco = useMonaco()
  const [id] = useState(() => crypto.randomUUID())
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const options = useMemo(
    () =>
      ({ ...codeOptions, wordWrap: 'on', ariaLabel: 'JSON of the schema', tabSize: 2, readOnly }) as const,
    [readOnly]
  )
  useEffect(() => {
    const model = editor?.getModel()
    if (!model) return
    // What is no JSON at all is marked by the language itself.
    const shown = issues.filter(({ reason, position }) => position && reason !== 'not-json')
    monaco.editor.setModelMarkers(
      model,
      OWNER,
      shown.slice(0, MOST_MARKERS).map(({ message, severity, position = { line: 1, column: 1 } }) => {
        const word = model.getWordAtPosition({ lineNumber: position.line, column: position.column + 1 })
        return {
          message,
          severity:
            monaco.MarkerSeverity[
              severity === 'error' ? 'Error' : severity === 'warning' ? 'Warning' : 'Info'
            ],
          startLineNumber: position.line,
          startColumn: position.column,
          endLineNumber: position.line,
          endColumn: word?.endColumn ?? position.column + 1
        }
      })
    )
  }, [monaco, editor, issues])
  useEffect(() => {
    if (!editor || !goal) return
    const place = { lineNumber: goal.line, column: goal.column }
    editor.setPosition(place)
    editor.revealPositionInCenterIfOutsideViewport(place)
    editor.focus()
  }, [editor, goal])
  return (
    <Editor
      path={`galley-schema://${id}/schema.json`}
      language="json"
      value={text}
      onMount={setEditor}
      onChange={(next) => onChange(next ?? '')}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
      className={classes.code ?? ''}
    />
  )
}
