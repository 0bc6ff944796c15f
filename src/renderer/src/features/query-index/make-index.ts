import type { ContentPath } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { startJob } from '../../app/jobs'
import { tell, tellFailure, tellWithAction } from '../../components/toast'
import { flushAll } from '../documents'
import { publishing } from '../publishing/client'
import { showJob, type JobKey } from '../publishing/jobs/chosen-job'
import type { Flush } from '../publishing/publish-actions'

/** Puts the definition in force and makes the index anew; the status bar shows how far it is. */
export async function makeIndex(
  site: ContentPath,
  flush: Flush,
  onBegun?: (job: JobKey) => void
): Promise<void> {
  const title = 'The index was not updated'
  let shown: ReturnType<typeof startJob> | null = null
  try {
    if (!(await flush())) {
      tellFailure(
        title,
        'What you typed is not saved yet. The status bar says why; mend that, then try again.'
      )
      return
    }
    const name = await publishing.makeIndex(site)
    onBegun?.({ topic: 'index', name })
    for (;;) {
      const job = await publishing.job(site, 'index', name)
      const { total, processed, failed } = job.progress
      if (job.state === 'stopped') {
        if (job.error !== undefined) tellFailure('Updating the index ended before its time', job.error)
        else if (job.cancelled) tell('Stopped. Readers get the index as it was.')
        else
          tellWithAction(
            `${processed.toLocaleString('en')} ${processed === 1 ? 'page was' : 'pages were'} read. Readers get the new index.${failed > 0 ? ` ${failed} could not be read.` : ''}`,
            'Show results',
            () => showJob(site, { topic: 'index', name })
          )
        return
      }
      if (total > 0) {
        shown ??= startJob({
          title: 'Updating the index',
          total,
          unit: 'pages',
          cancel: () => void publishing.cancelJob(site, 'index', name).catch(() => undefined),
          open: () => showJob(site, { topic: 'index', name })
        })
        shown.progress(processed)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } catch (error) {
    tellFailure(title, sentenceOf(error))
  } finally {
    shown?.end()
  }
}

/** As `makeIndex`, from the list of jobs: the new one is shown. */
export const makeIndexAgain = (site: ContentPath): Promise<void> =>
  makeIndex(site, flushAll, (job) => showJob(site, job))

const LOOK_EVERY_MS = 150
