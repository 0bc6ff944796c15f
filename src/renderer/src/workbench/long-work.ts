import { api, onServiceEvent, reasonOf, sentenceOf } from '../api'
import { notify, notifyFailure } from './toast'
import { startJob } from './jobs'

/** What is done at once needs no bar. Milliseconds. */
const SHOWN_AFTER = 400
/** Until a work that was not there to be stopped is asked for again. Milliseconds. */
const AGAIN_AFTER = 50

interface LongWork {
  /** A sentence without a full stop: `Moving “images”`. */
  readonly title: string
  /** What is counted. */
  readonly unit?: string
  /** Told when the person stopped it. */
  readonly stopped: string
  /** Milliseconds. */
  readonly shownAfter?: number
}

/**
 * Runs a request that the service does as one operation, under a name of its own. When it takes long, the
 * status bar shows how far it is, and a way to stop it.
 * @param work is given the name, which goes with the request (`X-Galley-Operation`)
 * @returns null when the person stopped it, which has been told
 * @throws GalleyError as `work`
 */
export async function asLongWork<T>(
  { title, unit = 'files', stopped, shownAfter = SHOWN_AFTER }: LongWork,
  work: (operation: string) => Promise<T>
): Promise<T | null> {
  const operation = crypto.randomUUID()
  let wasStopped = false
  const shown: { job?: ReturnType<typeof startJob> } = {}
  let far = { done: 0, total: 0 }
  let ended = false
  const cancel = async () => {
    wasStopped = true
    try {
      // the service may not have begun with it yet, and then knows nothing of that name
      while (!ended && !(await api.stopOperation(operation))) await pause(AGAIN_AFTER)
    } catch (error) {
      notifyFailure('Not stopped', sentenceOf(error))
    }
  }
  const stopListening = onServiceEvent((event) => {
    if (event.type !== 'progress' || event.operation !== operation) return
    far = event
    shown.job?.progress(event.done, undefined, event.total)
  })
  const late = setTimeout(() => {
    shown.job = startJob({ title, total: far.total, unit, cancel: () => void cancel() })
    shown.job.progress(far.done)
  }, shownAfter)
  try {
    return await work(operation)
  } catch (error) {
    if (!wasStopped || reasonOf(error) !== 'cancelled') throw error
    notify(stopped)
    return null
  } finally {
    ended = true
    clearTimeout(late)
    stopListening()
    shown.job?.end()
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
