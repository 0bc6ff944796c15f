import { Editor } from '@monaco-editor/react'
import { useMemo, useState } from 'react'
import { useMonaco } from './load'
import { codeOptions, THEME } from './options'
import { visibleText } from '../../../../common/content/visible-text'

interface CodeTextProps {
  readonly text: string
  readonly language: string
  readonly label: string
}

/** Text with colours, to read and to copy from. */
export function CodeText({ text, language, label }: CodeTextProps) {
  useMonaco()
  const [id] = useState(() => crypto.randomUUID())
  const options = useMemo(
    () =>
      ({
        ...codeOptions,
        readOnly: true,
        domReadOnly: true,
        wordWrap: 'on',
        ariaLabel: visibleText(label)
      }) as const,
    [label]
  )
  return (
    <Editor
      path={`galley-shown://${id}/text`}
      value={text}
      language={language}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
    />
  )
}
