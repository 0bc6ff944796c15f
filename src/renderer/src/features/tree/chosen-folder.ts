import type { ContentPath } from '../../../../common/content/paths'
import { targetFolder } from './tree-state'
import { tree } from './tree-store'

/** Where new things go: the chosen folder, the folder of the chosen file, else the site. */
export function chosenFolder(): ContentPath | null {
  return targetFolder(tree())
}
