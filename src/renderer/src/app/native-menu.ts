import { useEffect } from 'react'
import { subscribeTree } from '../features/tree'
import { desktop } from './bridge'
import { allCommands, runCommand, subscribeCommands } from './commands'
import { subscribeWidth } from './panels'
import { subscribeWorkbench } from './workbench'

/** What is chosen changes many times in a moment. Milliseconds. */
const SETTLE = 50

/** Runs what the native menu asks for, and tells it which entries make sense now. */
export function useNativeMenu(): void {
  useEffect(() => desktop()?.on('command', ({ id }) => void runCommand(id)), [])
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    let told = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const states = menuStates()
      const text = JSON.stringify(states)
      if (text === told) return
      told = text
      void bridge.call('setMenuState', states)
    }
    const later = () => (timer ??= setTimeout(tell, SETTLE))
    const stops = [
      subscribeCommands(later),
      subscribeWorkbench(later),
      subscribeTree(later),
      subscribeWidth(later)
    ]
    tell()
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [])
}

function menuStates() {
  return allCommands().map((command) => ({
    id: command.id,
    enabled: command.enabled?.() !== false,
    ...(command.checked ? { checked: command.checked() } : {})
  }))
}
