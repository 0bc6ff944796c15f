import { IconHistory } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { chosenFolder } from '../../engines/tree/chosen-folder'
import { currentWorkspace } from '../../api'
import { openTokenReturn } from './token-return'
import { openMoment } from './wanted-moment'

export const feature: Feature = {
  tools: {
    moment: {
      title: (path) => `${nameOf(path)} then and now`,
      icon: IconHistory,
      load: loadOnce(() => import('./MomentView').then((module) => module.MomentView))
    }
  },
  parts: { background: whileShown(useMomentCommands) }
}

/** Going back in time, for the palette, the menus and the tree. */
function useMomentCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'workspace.token-return',
          title: 'Bring back what a token did…',
          group: 'History',
          enabled: () => currentWorkspace()?.you?.owner !== false,
          run: () => openTokenReturn()
        },
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
