import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { updateWorkbench } from '../../workbench/workbench'
import { wantedInTrash } from './show'
import { TrashView } from './TrashView'

export const feature: Feature = { parts: { background: whileShown(useTrashCommand), trash: TrashView } }

function useTrashCommand(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'workspace.trash',
          title: 'Trash',
          group: 'Workspace',
          run: () => {
            wantedInTrash.set(null)
            updateWorkbench((state) => ({ ...state, view: 'trash', drawer: null }))
          }
        }
      ]),
    []
  )
}
