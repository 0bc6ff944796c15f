import type { ContentPath } from '../../../../common/content/paths'
import { acting } from './selection'
import { targetFolder } from './tree-state'
import { tree } from './tree-store'

/** Where new things go: the chosen folder, the folder of the chosen file, else the site. */
export function chosenFolder(): ContentPath | null {
  return targetFolder(tree())
}

/** The entry that the selection is about; null for none and for several. */
export function chosenEntry(): ContentPath | null {
  const chosen = acting(tree())
  return chosen.length === 1 ? (chosen[0] ?? null) : null
}
