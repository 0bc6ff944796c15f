import type { ContentPath } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { startJob } from '../../app/jobs'
import { tell, tellFailure } from '../../components/toast'
import { publishing } from '../publishing/client'
import type { Flush } from '../publishing/publish-actions'

/** Puts the definition in force and makes the index anew; the status bar shows how far it is. */
export async function makeIndex(site: ContentPath, flush: Flush): Promise<void> {
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
    for (;;) {
      const job = await publishing.job(site, 'index', name)
      const { total, processed, failed } = job.progress
      if (job.state === 'stopped') {
        if (job.error !== undefined) tellFailure('Updating the index ended before its time', job.error)
        else if (job.cancelled) tell('Stopped. Readers get the index as it was.')
        else
          tell(
            `${processed.toLocaleString('en')} ${processed === 1 ? 'page was' : 'pages were'} read. Readers get the new index.${failed > 0 ? ` ${failed} could not be read.` : ''}`
          )
        return
      }
      if (total > 0) {
        shown ??= startJob({
          title: 'Updating the index',
          total,
          unit: 'pages',
          cancel: () => void publishing.cancelJob(site, 'index', name).catch(() => undefined)
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

const LOOK_EVERY_MS = 150
