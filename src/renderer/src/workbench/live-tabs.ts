import { createStore, useSelected } from '../state/store'
import type { ServiceEvent } from '../../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'
import { useServiceEvents } from '../api'
import { followMove, workbench } from './workbench'

const gone = createStore<ReadonlySet<ContentPath>>(new Set())

/** Tabs follow their files, whoever moves them, and know when their file went to the trash. */
export function useLiveTabs(): void {
  useServiceEvents((event) => {
    if (event.type !== 'file' && event.type !== 'folder') return
    if (event.change === 'moved' && event.from) followMove(contentPath(event.from), contentPath(event.path))
    gone.set(
      goneAfter(
        gone.now(),
        event,
        workbench().tabs.map((tab) => tab.path)
      )
    )
  })
}

/** True while the file of a tab is in the trash. */
export function useGone(path: ContentPath | null): boolean {
  return useSelected(gone, (paths) => path !== null && paths.has(path))
}

/** Which of the open paths are deleted, after one more event. */
export function goneAfter(
  before: ReadonlySet<ContentPath>,
  event: Extract<ServiceEvent, { type: 'file' | 'folder' }>,
  open: readonly ContentPath[]
): ReadonlySet<ContentPath> {
  const path = contentPath(event.path)
  if (event.change === 'deleted') {
    const lost = open.filter((tab) => isWithin(tab, path))
    return lost.length === 0 ? before : new Set([...before, ...lost])
  }
  const back = [...before].filter((lost) => (event.type === 'file' ? lost === path : isWithin(lost, path)))
  return back.length === 0 ? before : new Set([...before].filter((lost) => !back.includes(lost)))
}
