import { Editor } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import { useMemo, useState } from 'react'
import { pathToUrl, type ContentPath } from '../../../../common/content/paths'
import { CONFIG_SCHEME } from '../../engines/monaco/document-uri'
import { useMonaco } from '../../engines/monaco/load'
import { codeOptions, jsonOptions, THEME } from '../../engines/monaco/options'
import { textPath, useConfigTextLinks } from './config-text-links'

interface ConfigTextProps {
  /** What the config is of. */
  readonly path: ContentPath
  readonly text: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

/** The config's JSON, for those who write it by hand, and for mending what no sheet can show. */
export function ConfigText({ path, text, readOnly, onChange }: ConfigTextProps) {
  useMonaco()
  const [editor, setEditor] = useState<Monaco.editor.IStandaloneCodeEditor | null>(null)
  useConfigTextLinks(path, text, editor)
  const [id] = useState(() => crypto.randomUUID())
  const options = useMemo(
    () =>
      ({
        ...codeOptions,
        ...jsonOptions,
        wordWrap: 'on',
        ariaLabel: 'JSON of the config',
        tabSize: 2,
        readOnly
      }) as const,
    [readOnly]
  )
  return (
    <Editor
      path={`${CONFIG_SCHEME}://${id}${pathToUrl(textPath(path))}`}
      language="json"
      value={text}
      onChange={(next) => onChange(next ?? '')}
      onMount={setEditor}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
    />
  )
}
