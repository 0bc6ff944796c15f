import { Editor } from '@monaco-editor/react'
import { useMemo, useState } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { useMonaco } from './load'
import { languageOf, PLAIN_ABOVE } from './models'
import { codeOptions, THEME } from './options'
import { useEditorSettings } from '../../workbench/editor-settings'
import classes from '../../documents/Document.module.css'
import { visibleText } from '../../../../common/content/visible-text'

/** A text that is no longer, or not yet, the file's: to read and to copy from. */
export function ReadOnlyText({ text, path }: { readonly text: string; readonly path: ContentPath }) {
  useMonaco()
  const { wrap } = useEditorSettings()
  const [id] = useState(() => crypto.randomUUID())
  const options = useMemo(
    () =>
      ({
        ...codeOptions,
        readOnly: true,
        domReadOnly: true,
        wordWrap: wrap ? 'on' : 'off',
        ariaLabel: visibleText(`Version of ${nameOf(path)}`)
      }) as const,
    [wrap, path]
  )
  return (
    <Editor
      path={`galley-version://${id}/text`}
      value={text}
      language={text.length > PLAIN_ABOVE ? 'plaintext' : languageOf(path)}
      saveViewState={false}
      theme={THEME}
      options={options}
      loading={null}
      className={classes.fill ?? ''}
    />
  )
}
