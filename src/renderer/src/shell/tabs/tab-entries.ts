import { desktop, isMac } from '../../workbench/bridge'
import { allCommands, runCommand, shortcutOf } from '../../workbench/commands/commands'
import {
  closeOtherTabs,
  closeTab,
  closeTabsAfter,
  isForNow,
  keepTab,
  reopenTab,
  workbench,
  type Tab
} from '../../workbench/workbench'
import type { PointMenuEntry } from '../../workbench/PointMenu'
import { copyPaths } from '../../engines/tree/copy-path'
import { showInTree } from '../../engines/tree/show-in-tree'

/** What can be done with one tab, whichever is shown. */
export function tabEntries(tab: Tab, tabs: readonly Tab[]): PointMenuEntry[][] {
  const at = tabs.findIndex(({ id }) => id === tab.id)
  const isShown = workbench().activeTab === tab.id
  const close: PointMenuEntry[] = [
    {
      title: 'Close',
      shortcut: isShown ? shortcutOf('file.close-tab') : undefined,
      run: () => closeTab(tab.id)
    },
    { title: 'Close others', run: () => closeOtherTabs(tab.id), off: tabs.length < 2 },
    { title: 'Close to the right', run: () => closeTabsAfter(tab.id), off: at === tabs.length - 1 },
    { title: 'Close all', run: () => closeOtherTabs(null) }
  ]
  const stay: PointMenuEntry[] = [
    ...(isForNow(tab) ? [{ title: 'Keep open', run: () => keepTab(tab.id) }] : []),
    {
      title: 'Reopen closed tab',
      shortcut: shortcutOf('file.reopen-tab'),
      run: reopenTab,
      off: workbench().closed.length === 0
    }
  ]
  const hold = tab.kind === 'document' && isShown ? holdEntries() : []
  return [close, stay, [...(tab.kind === 'tool' ? [] : ofFile(tab)), ...hold]]
}

/** Of the document that is shown: keeping it for oneself for a while. */
const holdEntries = (): PointMenuEntry[] =>
  allCommands()
    .filter(({ id }) => holdCommands.has(id))
    .map(({ id, title, shortcut }) => ({ title, shortcut, run: () => void runCommand(id) }))

const holdCommands: ReadonlySet<string> = new Set(['document.hold', 'document.let-go', 'document.pass-hold'])

function ofFile({ path }: Tab): PointMenuEntry[] {
  const bridge = desktop()
  return [
    { title: 'Copy path', run: () => void copyPaths([path]) },
    { title: 'Show in the sidebar', run: () => void showInTree(path) },
    ...(bridge
      ? [
          {
            title: isMac() ? 'Reveal in Finder' : 'Show in file manager',
            run: () => void bridge.call('revealInFolder', path)
          }
        ]
      : [])
  ]
}
