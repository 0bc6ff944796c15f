import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { chosenFolder } from '../../engines/tree/chosen-folder'
import { openMoment } from './wanted-moment'

/** Going back in time, for the palette, the menus and the tree. */
export function useMomentCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'folder.moment',
          title: 'Go back to a moment…',
          group: 'History',
          enabled: () => chosenFolder() !== null,
          run: () => {
            const folder = chosenFolder()
            if (folder) openMoment(folder)
          }
        }
      ]),
    []
  )
}
