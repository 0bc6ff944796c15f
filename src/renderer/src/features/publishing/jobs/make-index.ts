import type { ContentPath } from '../../../../../common/content/paths'
import { sentenceOf } from '../../../api'
import { notify, notifyFailure, notifyWithAction } from '../../../workbench/toast'
import { flushAll } from '../../../documents'
import { publishing } from '../../../api/publishing'
import { showJob, type JobKey } from './chosen-job'
import { followJob } from './follow-job'
import type { Flush } from '../publish-actions'
import { numberText } from '../../../components/formats'

/** Puts the definition in force and makes the index anew; the status bar shows how far it is. */
export async function makeIndex(
  site: ContentPath,
  flush: Flush,
  onBegun?: (job: JobKey) => void
): Promise<void> {
  const title = 'The index was not updated'
  try {
    if (!(await flush())) {
      notifyFailure(
        title,
        'What you typed is not saved yet. The status bar says why; mend that, then try again.'
      )
      return
    }
    const key: JobKey = { topic: 'index', name: await publishing.makeIndex(site) }
    onBegun?.(key)
    const { progress, error, cancelled } = await followJob(site, key)
    const { processed, failed } = progress
    if (error !== undefined) notifyFailure('Updating the index ended before its time', error)
    else if (cancelled === true) notify('Stopped. Readers get the index as it was.')
    else
      notifyWithAction(
        `${numberText(processed)} ${processed === 1 ? 'page was' : 'pages were'} read. Readers get the new index.${failed > 0 ? ` ${failed} could not be read.` : ''}`,
        'Show results',
        () => showJob(site, key)
      )
  } catch (error) {
    notifyFailure(title, sentenceOf(error))
  }
}

/** As `makeIndex`, from the list of jobs: the new one is shown. */
export const makeIndexAgain = (site: ContentPath): Promise<void> =>
  makeIndex(site, flushAll, (job) => showJob(site, job))
