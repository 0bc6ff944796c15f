import { useEffect } from 'react'
import { menuCommands } from '../../../common/bridge/menu-entries'
import { subscribeTree } from '../engines/tree/tree-store'
import { desktop } from '../workbench/bridge'
import { chosenKeys } from '../workbench/commands/chosen-keys'
import { allCommands, runCommand, subscribeCommands } from '../workbench/commands/commands'
import { subscribeWidth } from '../workbench/panels'
import { subscribeWorkbench } from '../workbench/workbench'

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
    const notify = () => {
      timer = undefined
      const states = menuStates()
      const text = JSON.stringify(states)
      if (text === told) return
      told = text
      void bridge.call('setMenuState', states)
    }
    const later = () => (timer ??= setTimeout(notify, SETTLE))
    const stops = [
      subscribeCommands(later),
      subscribeWorkbench(later),
      subscribeTree(later),
      subscribeWidth(later)
    ]
    notify()
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [])
}

/** Others are asked where they are shown: what a command can do may take a look at the whole document. */
function menuStates() {
  return allCommands()
    .filter(({ id }) => menuCommands.has(id))
    .map((command) => ({
      id: command.id,
      enabled: command.enabled?.() !== false,
      keys: Object.hasOwn(chosenKeys(), command.id) ? acceleratorOf(command.shortcut) : null,
      ...(command.checked ? { checked: command.checked() } : {})
    }))
}

/** As the desktop writes keys: `mod+shift+P` is `CmdOrCtrl+Shift+P`. */
function acceleratorOf(shortcut = ''): string {
  const names: Readonly<Record<string, string>> = {
    mod: 'CmdOrCtrl',
    ctrl: 'Ctrl',
    alt: 'Alt',
    shift: 'Shift',
    arrowup: 'Up',
    arrowdown: 'Down',
    arrowleft: 'Left',
    arrowright: 'Right'
  }
  return shortcut
    .split('+')
    .map((part) => names[part.toLowerCase()] ?? part)
    .join('+')
}
