import {
  diffHtml,
  performDiff,
  type DiffAnswers,
  type DiffJob,
  type HtmlDiff,
  type StopOptions
} from '../../../../../common/compare'
import { shownPage, type ShownPage } from '../views/shown-page'

/** What is asked of the worker: any comparison, or two pages as they are shown. */
export type WorkJob = DiffJob | { readonly kind: 'page'; readonly before: string; readonly after: string }

export interface WorkAnswers extends DiffAnswers {
  readonly page: ShownPage
}

export type WorkAnswer<J extends WorkJob> = WorkAnswers[J['kind']]

/** Compares two pages. @throws GalleyError cancelled · too-large */
type ComparePages = (before: string, after: string, options?: StopOptions) => HtmlDiff

/** Does the work where it is called. @throws GalleyError cancelled · too-large */
export function performWork(
  job: WorkJob,
  options: StopOptions,
  comparePages: ComparePages = diffHtml
): WorkAnswers[WorkJob['kind']] {
  return job.kind === 'page'
    ? shownPage(comparePages(job.before, job.after, options))
    : performDiff(job, { ...options, comparePages })
}

/**
 * Knows the pages that were compared last: a history tells in a line of a change that is then asked to be
 * shown.
 */
export function rememberingPages(): ComparePages {
  let last: { readonly before: string; readonly after: string; readonly diff: HtmlDiff } | null = null
  return (before, after, options) => {
    if (last?.before !== before || last.after !== after)
      last = { before, after, diff: diffHtml(before, after, options) }
    return last.diff
  }
}
