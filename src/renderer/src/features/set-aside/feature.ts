import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { awaitField } from '../../workbench/typing-ahead'
import { SetAside } from './SetAside'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'

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

/** Shows what was set aside in the open workspace (W9). */
function showSetAside(): void {
  awaitField()
  modals.open({ title: 'What was set aside', size: 760, children: createElement(SetAside) })
}
