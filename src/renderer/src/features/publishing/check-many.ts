import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import type { JobResource } from '../../../../common/publishing/jobs'
import { flushAll } from '../../documents'
import { publishing } from '../../api/publishing'
import { NOT_SAVED } from './publish-many'

export interface CheckProgress {
  readonly processed: number
  readonly total: number
}

const LOOK_EVERY_MS = 200

/**
 * Checks everything that the paths mean, as a job of the service; what is typed is saved first. Given up, the
 * job ends too.
 * @throws GalleyError
 */
export async function checkMany(
  site: ContentPath,
  paths: readonly string[],
  {
    signal,
    onProgress
  }: { readonly signal: AbortSignal; readonly onProgress: (progress: CheckProgress) => void }
): Promise<readonly JobResource[]> {
  if (!(await flushAll())) throw new GalleyError('bad-request', NOT_SAVED)
  signal.throwIfAborted()
  const name = await publishing.startCheck(site, paths)
  for (;;) {
    if (signal.aborted) {
      // a job that has just ended has nothing to stop
      await publishing.cancelJob(site, 'check', name).catch(() => undefined)
      signal.throwIfAborted()
    }
    const { state, progress, error } = await publishing.job(site, 'check', name)
    onProgress(progress)
    if (state === 'stopped') {
      if (error !== undefined) throw new GalleyError('io-failed', error)
      const { resources } = (await publishing.jobDetails(site, 'check', name)).data
      return Array.isArray(resources) ? resources : []
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
