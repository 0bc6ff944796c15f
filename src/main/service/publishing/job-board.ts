import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { ServiceContext } from '../context'
import type { Job } from './job-record'
import { jobRecords } from './job-record'

/** Runs jobs, keeps what became of them, and knows how far they are. */
export interface JobBoard {
  /** Writes the job down, then begins its work. */
  start(job: Job, work: JobWork): Promise<Job>
  /** As far as it is; null for an unknown name. */
  find(site: ContentPath, topic: string, name: string): Promise<Job | null>
  /** Newest first, without what became of each path. */
  list(site: ContentPath, topic: string): Promise<Job[]>
  /** Ends a running job after what is under way. @returns false when it does not run */
  cancel(name: string): boolean
  /** A free name: `job-2026-11-21t15-02-11-813z`. */
  freeName(now: number): string
  /** Ends every job; what was done is kept. */
  close(): Promise<void>
}

/** Does the work step by step; `change` tells of progress, `signal` asks to stop. */
export type JobWork = (change: (step: (job: Job) => Job) => void, signal: AbortSignal) => Promise<void>

interface Running {
  job: Job
  readonly stop: AbortController
  readonly done: Promise<void>
}

const KEPT = 200
const WRITE_EVERY_MS = 1000

export function openJobBoard({ store, events, options }: ServiceContext): JobBoard {
  const records = store.records(jobRecords.kind, jobRecords.parse)
  const running = new Map<string, Running>()
  const names = new Set<string>()
  let loading: Promise<Map<string, Job>> | null = null
  let closing = false

  /** Every stored job without its results, read once: a list of jobs does not read thousands of items again. */
  function outlines(): Promise<Map<string, Job>> {
    loading ??= records.list().then(
      (found) => new Map(found.records.map(({ key, value }) => [key, outlineOf(value)])),
      (error: unknown) => {
        loading = null
        throw error
      }
    )
    return loading
  }

  async function keep(job: Job): Promise<void> {
    const known = await outlines()
    await records.put(job.name, job)
    known.set(job.name, outlineOf(job))
  }

  async function forget({ name }: Job): Promise<void> {
    await records.remove(name)
    ;(await outlines()).delete(name)
  }

  async function run(entry: Running, work: JobWork): Promise<void> {
    const { stop } = entry
    let written = Date.now()
    let writing: Promise<unknown> = Promise.resolve()
    const change = (step: (job: Job) => Job) => {
      entry.job = step(entry.job)
      const { name, site, progress } = entry.job
      events.publish({
        type: 'progress',
        operation: name,
        path: site,
        done: progress.processed,
        total: progress.total
      })
      if (Date.now() - written < WRITE_EVERY_MS) return
      written = Date.now()
      const { job } = entry
      // what is lost of this is only how far it was
      writing = writing.then(() => keep(job)).catch(() => undefined)
    }
    change((job) => ({ ...job, state: 'running', startTime: new Date().toISOString() }))
    let end: Job
    try {
      await work(change, stop.signal)
      end = ended(entry.job, stop.signal.aborted ? (closing ? 'interrupted' : 'cancelled') : 'completed')
    } catch (error) {
      end = { ...ended(entry.job, 'interrupted'), error: sentenceOf(error) }
      if (!(error instanceof GalleyError)) (options.report ?? console.error)(error)
    }
    await writing
    // nobody hears that it ended before that is written down
    await keep(end).catch((error: unknown) => (options.report ?? console.error)(error))
    running.delete(end.name)
    const { name, site, progress } = end
    events.publish({
      type: 'progress',
      operation: name,
      path: site,
      done: progress.processed,
      total: progress.total
    })
  }

  /** A job that no process works on any more was cut off by the end of that process. */
  const seen = (job: Job): Job =>
    running.get(job.name)?.job ??
    (job.state === 'stopped' ? job : { ...ended(job, 'interrupted'), error: CUT_OFF })

  async function all(site: ContentPath, topic: string): Promise<Job[]> {
    return [...(await outlines()).values()]
      .filter((job) => job.site === site && job.topic === topic)
      .map(seen)
      .sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  return {
    async start(job, work) {
      if (closing) throw new GalleyError('closed', 'The workspace was closed.')
      await keep(job)
      for (const old of (await all(job.site as ContentPath, job.topic)).slice(KEPT)) {
        if (old.state === 'stopped') await forget(old)
      }
      let finish: () => void = () => undefined
      const entry: Running = {
        job,
        stop: new AbortController(),
        done: new Promise<void>((resolve) => (finish = resolve))
      }
      running.set(job.name, entry)
      void run(entry, work).finally(finish)
      return job
    },
    async find(site, topic, name) {
      const job = running.get(name)?.job ?? (await records.get(name))
      return job && job.site === site && job.topic === topic ? seen(job) : null
    },
    list: all,
    cancel(name) {
      const entry = running.get(name)
      entry?.stop.abort()
      return entry !== undefined
    },
    freeName(now) {
      for (let at = now; ; at++) {
        const name = `job-${new Date(at).toISOString().toLowerCase().replace(/[:.]/g, '-')}`
        if (names.has(name)) continue
        names.add(name)
        if (names.size > 10_000) names.clear()
        return name
      }
    },
    async close() {
      closing = true
      const left = [...running.values()]
      for (const { stop } of left) stop.abort()
      await Promise.all(left.map(({ done }) => done))
    }
  }
}

const outlineOf = (job: Job): Job => ({ ...job, data: { ...job.data, resources: [] } })

const CUT_OFF =
  'Galley ended while this job was running. What it had done is done; start it again for the rest.'

function ended(job: Job, phase: 'completed' | 'cancelled' | 'interrupted'): Job {
  return {
    ...job,
    state: 'stopped',
    stopTime: new Date().toISOString(),
    ...(phase === 'cancelled' ? { cancelled: true } : {}),
    data: { ...job.data, phase }
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof GalleyError ? error.message : 'Something went wrong in Galley itself.'
