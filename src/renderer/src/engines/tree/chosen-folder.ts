import type { ContentPath } from '../../../../common/content/paths'
import { acting, actingHere } from './selection'
import { targetFolder } from './tree-state'
import { tree } from './tree-store'

/** Where new things go: the chosen folder, the folder of the chosen file, else the site. */
export function chosenFolder(): ContentPath | null {
  return targetFolder(tree())
}

/** The entry that the selection is about; null for none, for several, and for what is not here any more. */
export function chosenEntry(): ContentPath | null {
  const state = tree()
  return acting(state).length === 1 ? (actingHere(state)[0] ?? null) : null
}
