import { Editor } from '@monaco-editor/react'
import { useMemo, useState } from 'react'
import { useMonaco } from '../editors/monaco/load'
import { codeOptions, THEME } from '../editors/monaco/options'
import classes from './schemas.module.css'

interface SchemaTextProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The schema's JSON, for those who write it by hand. */
export function SchemaText({ text, onChange }: SchemaTextProps) {
  useMonaco()
  const [id] = useState(() => crypto.randomUUID())
  const options = useMemo(
    () => ({ ...codeOptions, wordWrap: 'on', ariaLabel: 'JSON of the schema', tabSize: 2 }) as const,
    []
  )
  return (
    <Editor
      path={`galley-schema://${id}/schema.json`}
      language="json"
      value={text}
      onChange={(next) => onChange(next ?? '')}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
      className={classes.code ?? ''}
    />
  )
}
