import { createEntries, useSelected } from '../../../state/store'
import type { ContentPath } from '../../../../../common/content/paths'
import { openTool } from '../../../workbench/workbench'
import type { ShownTopic } from './job-words'

/** Names one job of a site. */
export interface JobKey {
  readonly topic: ShownTopic
  readonly name: string
}

const chosen = createEntries<ContentPath, JobKey>()

/** Shows the jobs of a site, with what became of each item of this one. */
export function showJob(site: ContentPath, job: JobKey): void {
  chooseJob(site, job)
  openTool('jobs', site)
}

export function chooseJob(site: ContentPath, job: JobKey): void {
  chosen.put(site, job)
}

/** The job that was last chosen; null for none in this session. */
export function useChosenJob(site: ContentPath): JobKey | null {
  return useSelected(chosen, (jobs) => jobs.get(site) ?? null)
}
