import { performWork, type WorkAnswer, type WorkAnswers, type WorkJob } from './jobs'
import type { WorkerAnswer } from './protocol'
import { DiffQueue, type DiffWorker as OpenWorker, type WorkOptions } from './queue'
import DiffWorker from './diff.worker?worker'

/** Together up to this many characters are compared at once: quicker than a worker is asked. */
const SMALL = 40_000
const TIME_LIMIT = 10_000
const IDLE = 120_000

const queue = new DiffQueue({ open: openWorker, timeLimit: TIME_LIMIT, idle: IDLE })

/** Compares; off the UI thread when it is large. @throws GalleyError cancelled · too-large */
export function runDiff<J extends WorkJob>(job: J, options?: WorkOptions): Promise<WorkAnswer<J>>
export async function runDiff(
  job: WorkJob,
  options: WorkOptions = {}
): Promise<WorkAnswers[WorkJob['kind']]> {
  return sizeOf(job) <= SMALL
    ? performWork(job, { deadline: Date.now() + TIME_LIMIT })
    : queue.run(job, options)
}

const sizeOf = (job: WorkJob) =>
  job.kind === 'trace'
    ? job.states.reduce((sum, { length }) => sum + length, 0)
    : job.before.length + job.after.length

function openWorker(heard: (answer: WorkerAnswer) => void, broken: (message: string) => void): OpenWorker {
  const worker = new DiffWorker()
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => heard(data)
  worker.onerror = ({ message }) => broken(message)
  return { post: (ask) => worker.postMessage(ask), end: () => worker.terminate() }
}
