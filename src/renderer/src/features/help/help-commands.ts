import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import { registerCommands } from '../../workbench/commands/commands'
import { awaitField } from '../../workbench/typing-ahead'
import { About } from './About'
import { ApiDescription } from './ApiDescription'
import { Licences } from './Licences'
import { Shortcuts } from './Shortcuts'

/** What tells about the app itself. */
export function useHelpCommands(workspace: WorkspaceInfo): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'help.shortcuts',
          title: 'Keyboard shortcuts',
          group: 'Help',
          shortcut: 'mod+/',
          run: () => show({ title: 'Keyboard shortcuts', size: 720, children: createElement(Shortcuts) })
        },
        {
          id: 'help.api',
          title: 'API description',
          group: 'Help',
          run: () => show({ title: 'API description', size: 1000, children: createElement(ApiDescription) })
        },
        {
          id: 'help.licences',
          title: 'Licences',
          group: 'Help',
          run: () => show({ title: 'Licences', size: 1000, children: createElement(Licences) })
        },
        {
          id: 'help.about',
          title: 'About Galley',
          group: 'Help',
          run: () => show({ title: 'About Galley', children: createElement(About, { workspace }) })
        }
      ]),
    [workspace]
  )
}

function show(dialog: Parameters<typeof modals.open>[0]): void {
  awaitField()
  modals.open(dialog)
}
