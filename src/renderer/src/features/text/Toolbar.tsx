import { IconBraces, IconLayoutColumns, IconSearch, IconTextWrap } from '@tabler/icons-react'
import type * as Monaco from 'monaco-editor/editor'
import type { ReactNode } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { runCommand } from '../../workbench/commands/commands'
import { Behind } from '../../components/behind'
import { IconButton } from '../../workbench/IconButton'
import type { DocumentSession } from '../../documents'
import { CompanyMenu } from '../../documents/together/CompanyMenu'
import { Breadcrumb } from '../../engines/tree/Breadcrumb'
import { useEditorSettings } from '../../workbench/editor-settings'
import classes from '../../documents/Document.module.css'

interface ToolbarProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly language: string
  readonly editor: Monaco.editor.IStandaloneCodeEditor | null
  /** And no bytes that are shown as well as can be. */
  readonly isText: boolean
  readonly readOnly: boolean
  readonly views?: ReactNode
  /** At the end, such as publishing. */
  readonly actions?: ReactNode
}

/** Where the document is, and what can be done with its text. */
export function Toolbar({ session, path, language, editor, isText, readOnly, views, actions }: ToolbarProps) {
  const { wrap, split } = useEditorSettings()
  const canFormat = !readOnly && (language === 'html' || language === 'json')
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Document">
      <Breadcrumb path={path} />
      <CompanyMenu session={session} />
      <Behind>
        {views}
        {canFormat && (
          <IconButton
            label="Format document"
            command="document.format"
            disabled={!editor}
            onClick={() => void runCommand('document.format')}
          >
            <IconBraces size={16} />
          </IconButton>
        )}
        <IconButton
          label="Find in document"
          command="document.find"
          disabled={!editor}
          onClick={() => void runCommand('document.find')}
        >
          <IconSearch size={16} />
        </IconButton>
        <IconButton label="Wrap long lines" pressed={wrap} onClick={() => void runCommand('document.wrap')}>
          <IconTextWrap size={16} />
        </IconButton>
        {language === 'html' && isText && (
          <IconButton
            label="Preview beside the text"
            pressed={split}
            onClick={() => void runCommand('document.split-preview')}
          >
            <IconLayoutColumns size={16} />
          </IconButton>
        )}
        {actions}
      </Behind>
    </div>
  )
}
