import { useEffect } from 'react'
import { saveEverything } from '../../documents/closing'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { notifyFailure } from '../../workbench/toast'
import { askAboutPlace, placeWasTold } from '../health'

/** In the app, another workspace can be opened in place of this one. */
export function useSwitchCommand(): void {
  useEffect(() => {
    if (!desktop()) return
    return registerCommands([
      { id: 'workspace.switch', title: 'Switch workspace…', group: 'Workspace', run: switchWorkspace }
    ])
  }, [])
}

async function switchWorkspace(): Promise<void> {
  const bridge = desktop()
  const chosen = await bridge?.call('chooseFolder', 'Open a workspace')
  if (!bridge || !chosen || !(await askAboutPlace(chosen)) || !(await saveEverything())) return
  const result = await bridge.call('openWorkspace', chosen)
  if (result.ok) {
    await placeWasTold()
    window.location.reload()
  } else notifyFailure('The workspace was not opened', result.message)
}
