import type { ContentPath } from '../../../../common/content/paths'
import { activeTab, subscribeWorkbench, workbench } from '../../workbench/workbench'

const MOST = 50

/** Documents of this run, the one that was in front last at the beginning. */
let fronts: readonly ContentPath[] = []

function note(): void {
  const tab = activeTab(workbench())
  if (tab?.kind !== 'document' || tab.path === fronts[0]) return
  fronts = [tab.path, ...fronts.filter((path) => path !== tab.path)].slice(0, MOST)
}

note()
subscribeWorkbench(note)

/** How lately a document was in front: more is later, 0 is never. The one in front now comes after the others: nobody looks for it. */
export function lateness(path: ContentPath): number {
  const at = fronts.indexOf(path)
  if (at < 0) return 0
  const tab = activeTab(workbench())
  return tab?.kind === 'document' && tab.path === path ? 1 : MOST + 1 - at
}
