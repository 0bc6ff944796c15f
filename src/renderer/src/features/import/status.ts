import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { useServiceEvents } from '../../api'
import { startJob } from '../../app/jobs'
import { imports } from './client'
import { siteIn } from './preset'
import { isAtWork } from './use-import'

interface Followed {
  readonly job: ReturnType<typeof startJob>
  timer: ReturnType<typeof setTimeout>
}

const followed = new Map<string, Followed>()

/** Shows in the status bar how far imports are, whatever tab is in front. */
export function useImportStatus(): void {
  useServiceEvents((event) => {
    if (event.type !== 'progress' || !event.operation.startsWith('import-')) return
    const { operation: name, done, total } = event
    const site = siteIn(contentPath(event.path))
    const known = followed.get(name)
    if (!known && (total === 0 || done >= total)) return
    const job =
      known?.job ??
      startJob({ title: 'Importing', total, unit: 'items', cancel: () => void stop(site, name) })
    if (known) clearTimeout(known.timer)
    job.progress(done, `${done.toLocaleString('en')} of ${total.toLocaleString('en')} items`)
    followed.set(name, { job, timer: setTimeout(() => void look(site, name), QUIET_MS) })
  })
}

const QUIET_MS = 700

/** Nothing was heard for a while: it goes on, or it has ended. */
async function look(site: ContentPath, name: string): Promise<void> {
  const known = followed.get(name)
  if (!known) return
  const isOver = await imports.read(site, name).then(
    (job) => !isAtWork(job),
    () => true
  )
  if (isOver) {
    followed.delete(name)
    known.job.end()
  } else known.timer = setTimeout(() => void look(site, name), QUIET_MS)
}

/** A run is paused, so that nothing of it is lost; what only looks is cancelled. */
async function stop(site: ContentPath, name: string): Promise<void> {
  try {
    const { state } = await imports.read(site, name)
    await imports.act(site, name, state === 'running' || state === 'validating' ? 'pause' : 'cancel')
  } catch {
    // what has just ended has nothing to stop
  }
}
