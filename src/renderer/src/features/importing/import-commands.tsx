import { formatOfPath } from '../../../../common/formats/files'
import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import { segmentsOf, type ContentPath, siteOf } from '../../../../common/content/paths'
import { registerCommands } from '../../workbench/commands/commands'
import { awaitField } from '../../workbench/typing-ahead'
import { workbench } from '../../workbench/workbench'
import { chosenFolder } from '../../engines/tree/chosen-folder'
import { openImport } from './preset'
import { RestoreDialog } from './RestoreDialog'
import { useImportStatus } from './status'

/** Import and restore, for the palette, the menus and the tree. */
export function useImportCommands(): void {
  useImportStatus()
  useEffect(
    () =>
      registerCommands([
        {
          id: 'site.import',
          title: 'Import from a published site…',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openImport(site)
          }
        },
        {
          id: 'site.restore',
          title: 'Bring a site back from what is published…',
          group: 'File',
          run: restoreSite
        },
        {
          id: 'folder.restore',
          title: 'Bring this folder back from live…',
          group: 'File',
          enabled: () => folderInTree() !== null,
          run: () => {
            const folder = folderInTree()
            if (!folder) return
            const below = `/${segmentsOf(folder).slice(2).join('/')}`
            openImport(siteOf(folder), { environment: 'live', folder: below })
          }
        }
      ]),
    []
  )
}

/** The folder below a site that the tree has chosen. */
function folderInTree(): ContentPath | null {
  const folder = chosenFolder()
  return folder !== null && segmentsOf(folder).length > 2 && formatOfPath(folder) !== 'page' ? folder : null
}

function restoreSite(): void {
  awaitField()
  const id = modals.open({
    title: 'Bring a site back',
    children: <RestoreDialog site={workbench().site} onDone={() => modals.close(id)} />
  })
}
