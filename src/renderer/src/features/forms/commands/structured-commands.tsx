import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../../common/content/paths'
import { registerCommands } from '../../../workbench/commands/commands'
import { awaitField } from '../../../workbench/typing-ahead'
import { workbench } from '../../../workbench/workbench'
import { chosenFolder } from '../../../engines/tree/chosen-folder'
import { recoverJson } from '../json/json-draft'
import { BindFolderDialog } from './BindFolderDialog'
import { NewStructuredDialog } from './NewStructuredDialog'

/**
 * What can be done with structured content of the shown site; the same commands serve palette, menus and
 * keys.
 */
export function useStructuredCommands(): void {
  useEffect(() => {
    recoverJson().catch((problem: unknown) =>
      console.warn('JSON from an earlier time could not be read.', problem)
    )
  }, [])
  useEffect(
    () =>
      registerCommands([
        {
          id: 'file.new-structured',
          title: 'New structured document…',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: () => openDialog('New structured document', NewStructuredDialog)
        },
        {
          id: 'folder.bind',
          title: 'Open documents here in the form editor…',
          group: 'File',
          enabled: () => bindable() !== null,
          run: () => {
            const folder = bindable()
            if (folder) openDialog(`Documents in “${nameOf(folder)}”`, BindFolderDialog, folder)
          }
        }
      ]),
    []
  )
}

/** A binding names organization, site and folder: a site itself cannot be bound. */
function bindable(): ContentPath | null {
  const folder = chosenFolder()
  return folder && segmentsOf(folder).length > 2 ? folder : null
}

type FolderDialog = React.ComponentType<{ readonly folder: ContentPath; readonly onDone: () => void }>

function openDialog(title: string, Dialog: FolderDialog, folder = chosenFolder()): void {
  if (!folder) return
  awaitField()
  const id = modals.open({ title, children: <Dialog folder={folder} onDone={() => modals.close(id)} /> })
}
