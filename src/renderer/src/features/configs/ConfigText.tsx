import { Editor } from '@monaco-editor/react'
import { useMemo, useState } from 'react'
import { useMonaco } from '../../engines/monaco/load'
import { codeOptions, THEME } from '../../engines/monaco/options'

interface ConfigTextProps {
  readonly text: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

/** The config's JSON, for those who write it by hand, and for mending what no sheet can show. */
export function ConfigText({ text, readOnly, onChange }: ConfigTextProps) {
  useMonaco()
  const [id] = useState(() => crypto.randomUUID())
  const options = useMemo(
    () =>
      ({ ...codeOptions, wordWrap: 'on', ariaLabel: 'JSON of the config', tabSize: 2, readOnly }) as const,
    [readOnly]
  )
  return (
    <Editor
      path={`galley-config://${id}/config.json`}
      language="json"
      value={text}
      onChange={(next) => onChange(next ?? '')}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
    />
  )
}
