import { IconArrowBackUp, IconArrowForwardUp, IconLayoutColumns } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { Behind } from '../../components/behind'
import type { DocumentSession } from '../../documents'
import { CompanyMenu } from '../../documents/together/CompanyMenu'
import { Breadcrumb } from '../../engines/tree/Breadcrumb'
import { canRedo as redoIn, canUndo as undoIn } from '../../engines/page/page-history'
import type { PageSurface } from '../../engines/page/surface'
import { runCommand } from '../../workbench/commands/commands'
import { useEditorSettings } from '../../workbench/editor-settings'
import { IconButton } from '../../workbench/IconButton'
import { PublishActions } from '../publishing'
import { useRead } from '../../state/signal'
import { words } from './words'
import classes from '../../documents/Document.module.css'

interface PageToolbarProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly surface: PageSurface
  readonly readOnly: boolean
  readonly views: ReactNode
}

/** Where the page is, its views, undo, and what else can be done with it. */
export function PageToolbar({ session, path, surface, readOnly, views }: PageToolbarProps) {
  const { split } = useEditorSettings()
  const canUndo = useRead(surface.changed, () => surface.state !== null && undoIn(surface.state))
  const canRedo = useRead(surface.changed, () => surface.state !== null && redoIn(surface.state))
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Document">
      <Breadcrumb path={path} />
      <CompanyMenu session={session} />
      {views}
      <Behind>
        <IconButton
          label={words.undo}
          command="edit.undo"
          disabled={readOnly || !canUndo}
          onClick={() => void runCommand('edit.undo')}
        >
          <IconArrowBackUp size={16} />
        </IconButton>
        <IconButton
          label={words.redo}
          command="edit.redo"
          disabled={readOnly || !canRedo}
          onClick={() => void runCommand('edit.redo')}
        >
          <IconArrowForwardUp size={16} />
        </IconButton>
        <IconButton
          label="Preview beside the page"
          pressed={split}
          onClick={() => void runCommand('document.split-preview')}
        >
          <IconLayoutColumns size={16} />
        </IconButton>
        <PublishActions path={path} flush={() => session.flush()} />
      </Behind>
    </div>
  )
}
