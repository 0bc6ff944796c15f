import { useEffect } from 'react'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { shortcutFor } from '../../workbench/commands/shortcuts'
import {
  activeTab,
  closeOtherTabs,
  closeTab,
  closeTabsAfter,
  isForNow,
  keepTab,
  reopenTab,
  stepTab,
  updateWorkbench,
  workbench
} from '../../workbench/workbench'

/** What can be done with the tabs; the list of them brings its own command. */
export function useTabCommands(): void {
  useEffect(() => registerCommands(tabCommands()), [])
}

function tabCommands(): Command[] {
  const several = () => workbench().tabs.length > 1
  const shown = () => activeTab(workbench())
  return [
    {
      id: 'go.next-tab',
      title: 'Next tab',
      group: 'Go',
      shortcut: shortcutFor('ctrl+Tab', 'alt+PageDown'),
      enabled: several,
      run: () => stepTab(1)
    },
    {
      id: 'go.previous-tab',
      title: 'Previous tab',
      group: 'Go',
      shortcut: shortcutFor('ctrl+shift+Tab', 'alt+PageUp'),
      enabled: several,
      run: () => stepTab(-1)
    },
    {
      id: 'file.keep-open',
      title: 'Keep open',
      group: 'File',
      enabled: () => isShownForNow(),
      run: () => keepTab(workbench().activeTab ?? '')
    },
    {
      id: 'file.close-tab',
      title: 'Close tab',
      group: 'File',
      shortcut: shortcutFor('mod+W', 'alt+W'),
      enabled: () => shown() !== null,
      run: closeActive
    },
    {
      id: 'file.close-other-tabs',
      title: 'Close other tabs',
      group: 'File',
      enabled: () => several() && shown() !== null,
      run: () => closeOtherTabs(workbench().activeTab)
    },
    {
      id: 'file.close-tabs-right',
      title: 'Close tabs to the right',
      group: 'File',
      enabled: () => shown() !== null && workbench().tabs.at(-1)?.id !== workbench().activeTab,
      run: () => closeTabsAfter(workbench().activeTab ?? '')
    },
    {
      id: 'file.close-all-tabs',
      title: 'Close all tabs',
      group: 'File',
      enabled: () => workbench().tabs.length > 0,
      run: () => closeOtherTabs(null)
    },
    {
      id: 'file.reopen-tab',
      title: 'Reopen closed tab',
      group: 'File',
      shortcut: shortcutFor('mod+shift+T', 'alt+shift+T'),
      enabled: () => workbench().closed.length > 0,
      run: reopenTab
    }
  ]
}

function isShownForNow(): boolean {
  const tab = activeTab(workbench())
  return tab !== null && isForNow(tab)
}

function closeActive(): void {
  const state = workbench()
  if (state.view === 'trash') updateWorkbench((current) => ({ ...current, view: 'tabs' }))
  else if (state.activeTab) closeTab(state.activeTab)
}
