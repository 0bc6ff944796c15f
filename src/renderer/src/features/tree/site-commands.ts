import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { nameOf } from '../../../../common/content/paths'
import type { Command } from '../../workbench/commands/commands'
import { awaitField } from '../../workbench/typing-ahead'
import { remove } from './actions'
import { NewSiteDialog } from './NewSiteDialog'
import { RenameSiteDialog } from './RenameSiteDialog'
import { tree } from '../../engines/tree/tree-store'

/** What can be done with a whole site. */
export function siteCommands(): Command[] {
  const inSite = () => tree().root !== null
  return [
    { id: 'file.new-site', title: 'New site…', group: 'File', run: newSite },
    { id: 'file.rename-site', title: 'Rename site…', group: 'File', enabled: inSite, run: renameSite },
    { id: 'file.delete-site', title: 'Delete site…', group: 'File', enabled: inSite, run: deleteSite }
  ]
}

function newSite(): void {
  awaitField()
  const id = modals.open({
    title: 'New site',
    children: createElement(NewSiteDialog, { onDone: () => modals.close(id) })
  })
}

function renameSite(): void {
  const site = tree().root
  if (!site) return
  awaitField()
  const id = modals.open({
    title: `Rename “${nameOf(site)}”`,
    children: createElement(RenameSiteDialog, { site, onDone: () => modals.close(id) })
  })
}

function deleteSite(): void {
  const site = tree().root
  if (!site) return
  awaitField()
  modals.openConfirmModal({
    title: `Delete the site “${nameOf(site)}”?`,
    children: 'All its content goes to the trash. From there it comes back with every version.',
    labels: { confirm: 'Move to the trash', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () => void remove([site])
  })
}
