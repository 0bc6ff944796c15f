import { segmentsOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import { turnToSiteOf } from '../../workbench/address'
import { showPanelOf } from '../../workbench/panels'
import { entryOf } from './tree-state'
import { reveal, setExpanded, showSite, tree, updateTree } from './tree-store'

/**
 * Opens the sidebar and goes to the line of this file or folder in the tree, by keyboard too, in whatever
 * site it lies; of a folder, what is in it is shown. A site is shown from its top, with nothing chosen, and
 * without a path the tree alone.
 */
export async function showInTree(path: ContentPath | null): Promise<void> {
  showSidebar()
  if (path) await goToLine(path)
  document.querySelector<HTMLElement>('[role="tree"]')?.focus()
}

async function goToLine(path: ContentPath): Promise<void> {
  // an organization has no tree
  if (segmentsOf(path).length < 2) return
  turnToSiteOf(path)
  showSite(siteOf(path))
  // what the filter hides has no line
  updateTree((state) => ({ ...state, filter: '' }))
  if (path === tree().root)
    return updateTree((state) => ({ ...state, focused: null, anchor: null, selected: new Set() }))
  await reveal(path)
  if (tree().focused === path && entryOf(tree(), path)?.kind === 'folder') setExpanded(path, true)
}

export function showSidebar(): void {
  showPanelOf('sidebar')
}
