import { useEffect } from 'react'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { registerCommands } from '../../workbench/commands/commands'
import { openTool, workbench } from '../../workbench/workbench'
import { chosenEntry } from '../../engines/tree/chosen-folder'

/** Commands that open the config of what is chosen, of its site and of its organization. */
export function useConfigCommands(): void {
  useEffect(() => {
    const site = () => workbench().site
    const scope = (depth: number): ContentPath | null => {
      const at = site()
      return at && contentPath(`/${segmentsOf(at).slice(0, depth).join('/')}`)
    }
    const open = (path: ContentPath | null) => {
      if (path) openTool('config', path)
    }
    return registerCommands([
      {
        id: 'config.open',
        title: 'Config of the selection',
        group: 'Workspace',
        enabled: () => chosenEntry() !== null,
        run: () => open(chosenEntry())
      },
      {
        id: 'config.site',
        title: 'Config of this site',
        group: 'Workspace',
        enabled: () => site() !== null,
        run: () => open(scope(2))
      },
      {
        id: 'config.org',
        title: 'Config of the organization',
        group: 'Workspace',
        enabled: () => site() !== null,
        run: () => open(scope(1))
      }
    ])
  }, [])
}
