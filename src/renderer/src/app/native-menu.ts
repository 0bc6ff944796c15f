import { useEffect } from 'react'
import { desktop } from './bridge'
import { runCommand, useCommands } from './commands'
import { useWorkbench } from './workbench'

/** Runs what the native menu asks for, and tells it which entries make sense now. */
export function useNativeMenu(): void {
  const commands = useCommands()
  const workbench = useWorkbench((state) => state)
  useEffect(() => desktop()?.on('command', ({ id }) => void runCommand(id)), [])
  useEffect(() => {
    const states = commands.map((command) => ({
      id: command.id,
      enabled: command.enabled?.() !== false,
      ...(command.checked ? { checked: command.checked() } : {})
    }))
    void desktop()?.call('setMenuState', states)
  }, [commands, workbench])
}
