import { useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { openTool } from '../../../workbench/workbench'
import type { ShownTopic } from './job-words'

/** Names one job of a site. */
export interface JobKey {
  readonly topic: ShownTopic
  readonly name: string
}

const chosen = new Map<ContentPath, JobKey>()
const listeners = new Set<() => void>()

/** Shows the jobs of a site, with what became of each item of this one. */
export function showJob(site: ContentPath, job: JobKey): void {
  chooseJob(site, job)
  openTool('jobs', site)
}

export function chooseJob(site: ContentPath, job: JobKey): void {
  chosen.set(site, job)
  listeners.forEach((tell) => tell())
}

/** The job that was last chosen; null for none in this session. */
export function useChosenJob(site: ContentPath): JobKey | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => chosen.get(site) ?? null
  )
}
