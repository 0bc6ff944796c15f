import { GalleyError } from '../../../../../common/errors'
import { performWork, rememberingPages } from './jobs'
import type { WorkerAnswer, WorkerAsk } from './protocol'

const comparePages = rememberingPages()

// One comparison after another; who wants one no more ends the worker.
self.onmessage = ({ data: { id, job, deadline } }: MessageEvent<WorkerAsk>) => {
  const answer = (said: WorkerAnswer) => self.postMessage(said)
  try {
    answer({ id, kind: 'done', result: performWork(job, { deadline }, comparePages) })
  } catch (error) {
    const reason = error instanceof GalleyError ? error.reason : 'internal'
    answer({ id, kind: 'failed', reason, message: error instanceof Error ? error.message : String(error) })
  }
}
