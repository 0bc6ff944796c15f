import {
  diffHtml,
  performDiff,
  type DiffAnswers,
  type DiffJob,
  type StopOptions
} from '../../../../../common/compare'
import { shownPage, type ShownPage } from '../views/shown-page'

/** What is asked of the worker: any comparison, or two pages as they are shown. */
export type WorkJob = DiffJob | { readonly kind: 'page'; readonly before: string; readonly after: string }

export interface WorkAnswers extends DiffAnswers {
  readonly page: ShownPage
}

export type WorkAnswer<J extends WorkJob> = WorkAnswers[J['kind']]

/** Does the work where it is called. @throws GalleyError cancelled · too-large */
export function performWork(job: WorkJob, options: StopOptions): WorkAnswers[WorkJob['kind']] {
  return job.kind === 'page' ? shownPage(diffHtml(job.before, job.after, options)) : performDiff(job, options)
}
