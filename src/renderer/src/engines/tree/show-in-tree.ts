import type { ContentPath } from '../../../../common/content/paths'
import { showPanelOf } from '../../workbench/panels'
import { reveal } from './tree-store'

/**
 * Opens the sidebar and goes to the line of this file in the tree, by keyboard too; without one to the tree
 * alone.
 */
export async function showInTree(path: ContentPath | null): Promise<void> {
  showSidebar()
  if (path) await reveal(path)
  document.querySelector<HTMLElement>('[role="tree"]')?.focus()
}

export function showSidebar(): void {
  showPanelOf('sidebar')
}
