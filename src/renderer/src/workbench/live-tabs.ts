import { useSyncExternalStore } from 'react'
import type { ServiceEvent } from '../../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'
import { useServiceEvents } from '../api'
import { followMove, workbench } from './workbench'

let gone: ReadonlySet<ContentPath> = new Set()
const listeners = new Set<() => void>()

/** Tabs follow their files, whoever moves them, and know when their file went to the trash. */
export function useLiveTabs(): void {
  useServiceEvents((event) => {
    if (event.type !== 'file' && event.type !== 'folder') return
    if (event.change === 'moved' && event.from) followMove(contentPath(event.from), contentPath(event.path))
    setGone(
      goneAfter(
        gone,
        event,
        workbench().tabs.map((tab) => tab.path)
      )
    )
  })
}

/** True while the file of a tab is in the trash. */
export function useGone(path: ContentPath | null): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => path !== null && gone.has(path)
  )
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

function setGone(next: ReadonlySet<ContentPath>): void {
  if (next === gone) return
  gone = next
  listeners.forEach((tell) => tell())
}
