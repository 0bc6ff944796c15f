import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { desktop } from '../../workbench/bridge'
import { saveEverything } from '../../documents/closing'
import { awaitField } from '../../workbench/typing-ahead'
import { followBackups } from './progress'
import { RestoreForm } from './RestoreForm'

/** Asks for a backup and a new folder, and opens what was restored in place of the workspace that is open. */
export function showRestore(beside: string): void {
  awaitField()
  followBackups()
  modals.open({
    title: 'Restore from a backup',
    size: 560,
    children: createElement(RestoreForm, { beside, onRestored: openRestored })
  })
}

async function openRestored(location: string): Promise<string | null> {
  const bridge = desktop()
  const there = `It is restored, in ${location}, and was not opened.`
  if (!bridge || !(await saveEverything())) return `${there} Save what is open first.`
  const result = await bridge.call('openWorkspace', location)
  if (!result.ok) return `${there} ${result.message}`
  window.location.reload()
  return null
}
