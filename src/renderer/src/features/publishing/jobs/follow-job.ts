import type { ContentPath } from '../../../../../common/content/paths'
import type { JobDetails } from '../../../../../common/publishing/jobs'
import { startJob } from '../../../workbench/jobs'
import { publishing } from '../../../api/publishing'
import { showJob, type JobKey } from './chosen-job'
import type { ShownTopic } from './job-words'

/**
 * Shows a job of the service in the status bar, with a way to stop it and one to its results, until it ends.
 */
export async function followJob(site: ContentPath, key: JobKey): Promise<JobDetails> {
  const { topic, name } = key
  let shown: ReturnType<typeof startJob> | null = null
  try {
    for (;;) {
      const job = await publishing.job(site, topic, name)
      if (job.state === 'stopped') return await publishing.jobDetails(site, topic, name)
      const { total, processed } = job.progress
      if (total > 0) {
        shown ??= startJob({
          title: working[topic],
          total,
          unit: topic === 'index' ? 'pages' : 'items',
          // a job that has just ended has nothing to stop
          cancel: () => void publishing.cancelJob(site, topic, name).catch(() => undefined),
          open: () => showJob(site, key)
        })
        shown.progress(processed)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } finally {
    shown?.end()
  }
}

const LOOK_EVERY_MS = 200

const working: Readonly<Record<ShownTopic, string>> = {
  publish: 'Publishing',
  preview: 'Making previews',
  'publish-remove': 'Unpublishing',
  'preview-remove': 'Unpublishing',
  index: 'Updating the index'
}
