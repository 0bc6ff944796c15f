import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { awaitField } from '../../workbench/typing-ahead'
import { Updates } from './Updates'

export const feature: Feature = { parts: { background: whileShown(useUpdateCommand) } }

/** In the app alone: a browser shows whatever the service is. */
function useUpdateCommand(): void {
  useEffect(() => {
    if (!desktop()) return
    return registerCommands([{ id: 'help.updates', title: 'Check for updates…', group: 'Help', run: show }])
  }, [])
}

function show(): void {
  awaitField()
  const id = modals.open({
    title: 'Updates',
    children: createElement(Updates, { onDone: () => modals.close(id) }),
    onClose: () => void desktop()?.call('stopUpdate')
  })
}
