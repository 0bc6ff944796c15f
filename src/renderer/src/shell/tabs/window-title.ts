import { useEffect } from 'react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import { visibleText } from '../../../../common/content/visible-text'
import { desktop, isMac } from '../../workbench/bridge'
import { activeTab, useWorkbench } from '../../workbench/workbench'
import { isUnsaved } from '../../documents'
import { useTabStatus } from './TabItem'
import { tabTitles } from './titles'

/** The window is called as what it shows, as windows of this system are. */
export function useWindowTitle(workspace: WorkspaceInfo): void {
  const { tabs, view, activeTab: id } = useWorkbench((state) => state)
  const tab = useWorkbench((state) => (state.view === 'tabs' ? activeTab(state) : null))
  const unsaved = isUnsaved(useTabStatus(tab))
  const shown =
    view === 'trash' ? 'Trash' : (tabTitles(tabs)[tabs.findIndex((open) => open.id === id)] ?? null)
  const title = windowTitle({
    shown,
    workspace: workspace.name,
    unsaved,
    onMac: desktop() !== null && isMac()
  })
  useEffect(() => {
    document.title = visibleText(title)
  }, [title])
  useEffect(() => void desktop()?.call('setDocumentEdited', unsaved), [unsaved])
}

interface Titled {
  /** What is in front; null for nothing. */
  readonly shown: string | null
  readonly workspace: string
  readonly unsaved: boolean
  /** There the menu bar names the app, and the window's own sign says that something is not saved. */
  readonly onMac: boolean
}

/** `● index — Northwind — Galley`; on macOS `index — Northwind`. */
export function windowTitle({ shown, workspace, unsaved, onMac }: Titled): string {
  const parts = [...(shown === null ? [] : [shown]), workspace, ...(onMac ? [] : ['Galley'])]
  const title = parts.join(' — ')
  return unsaved && !onMac ? `● ${title}` : title
}
