import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { showSetAside } from './show-set-aside'

export const feature: Feature = { parts: { background: whileShown(useSetAsideCommand) } }

function useSetAsideCommand(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'workspace.set-aside',
          title: 'What was set aside…',
          group: 'Workspace',
          run: showSetAside
        }
      ]),
    []
  )
}
