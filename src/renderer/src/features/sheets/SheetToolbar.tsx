import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDots, IconSearch } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { runCommand } from '../../workbench/commands/commands'
import { IconButton } from '../../workbench/IconButton'
import { Menu } from '../../components/Menu'
import type { DocumentSession } from '../../documents'
import { CompanyMenu } from '../../documents/together/CompanyMenu'
import { Breadcrumb } from '../../engines/tree/Breadcrumb'
import textClasses from '../../documents/Document.module.css'
import type { SheetStore } from '../../engines/grid'
import { PublishActions } from '../publishing'
import { useSignal } from '../../state/signal'

interface SheetToolbarProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly store: SheetStore | null
  readonly views: ReactNode
}

/** Where the document is, undo, search, its views, import and export, publishing. */
export function SheetToolbar({ session, path, store, views }: SheetToolbarProps) {
  return (
    <div className={textClasses.toolbar} role="toolbar" aria-label="Document">
      <Breadcrumb path={path} />
      <CompanyMenu session={session} />
      {store && <Steps store={store} />}
      {views}
      {store && <More />}
      <PublishActions path={path} flush={() => session.flush()} />
    </div>
  )
}

function Steps({ store }: { readonly store: SheetStore }) {
  useSignal(store.changed)
  return (
    <>
      <IconButton
        label={store.undoTitle === null ? 'Undo' : `Undo: ${store.undoTitle}`}
        command="edit.undo"
        disabled={store.undoTitle === null}
        onClick={() => void runCommand('edit.undo')}
      >
        <IconArrowBackUp size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        label={store.redoTitle === null ? 'Redo' : `Redo: ${store.redoTitle}`}
        command="edit.redo"
        disabled={store.redoTitle === null}
        onClick={() => void runCommand('edit.redo')}
      >
        <IconArrowForwardUp size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        label="Find in the sheet"
        command="document.find"
        onClick={() => void runCommand('document.find')}
      >
        <IconSearch size={16} />
      </IconButton>
    </>
  )
}

/** What is needed now and then. */
function More() {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void runCommand('sheet.add-row')}>Add a row</Menu.Item>
        <Menu.Item onClick={() => void runCommand('sheet.add-column')}>Add a column</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void runCommand('sheet.import-csv')}>Import CSV…</Menu.Item>
        <Menu.Item onClick={() => void runCommand('sheet.export-csv')}>Export CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
