import pLimit, { type LimitFunction } from 'p-limit'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { PublishingParts } from './parts'
import { jobNames, progressTo } from '../events/progress'
import { openWorks, type HeldWork } from '../store'
import type { Job } from './job-record'
import { jobRecords } from './job-record'

/** Runs jobs, keeps what became of them, and knows how far they are. */
export interface JobRunner {
  /**
   * Writes the job down, then begins its work when those of its site before it let it.
   * @throws GalleyError too-many
   */
  start(job: Job, work: JobWork): Promise<Job>
  /** As far as it is; null for an unknown name. */
  find(site: ContentPath, topic: string, name: string): Promise<Job | null>
  /** Newest first, without what became of each path. */
  list(site: ContentPath, topic: string): Promise<Job[]>
  /** Ends a running job after what is under way, whoever works on it. @returns false when nobody does */
  cancel(name: string): Promise<boolean>
  /** A free name: `job-2026-11-21t15-02-11-813z`. */
  freeName(now: number): string
  /** How many run or wait. */
  underWay(): number
  /** Ends every job; what was done is kept. */
  close(): Promise<void>
}

/**
 * Does the work step by step; `change` tells of progress, `signal` asks to stop, `requireHeld` is asked
 * before something is written.
 */
export type JobWork = (
  change: (step: (job: Job) => Job) => void,
  signal: AbortSignal,
  requireHeld: () => Promise<void>
) => Promise<void>

interface Running {
  job: Job
  readonly stop: AbortController
  readonly held: HeldWork<Job>
  readonly done: Promise<void>
}

const KEPT = 200
const WRITE_EVERY_MS = 1000
/** Jobs of one site that work at once, and those that may wait besides. */
const AT_ONCE = 3
const MOST_BEGUN = 20

export function openJobRunner({ store, events, report }: PublishingParts): JobRunner {
  const works = openWorks(store, jobRecords)
  const { records } = works
  const running = new Map<string, Running>()
  const turns = new Map<string, LimitFunction>()
  const freeName = jobNames('job')
  let loading: Promise<Map<string, Job>> | null = null
  let stamp = 0
  let closing = false

  /**
   * Every stored job without its results, read again when somebody else wrote one: a list of jobs does not
   * read thousands of items again.
   */
  async function readOutlines(): Promise<Map<string, Job>> {
    const now = await records.stamp()
    if (now !== stamp) loading = null
    stamp = now
    loading ??= records.list().then(
      (found) => new Map(found.records.map(({ key, value }) => [key, outlineOf(value)])),
      (error: unknown) => {
        loading = null
        throw error
      }
    )
    return loading
  }

  /**
   * One after the other: what is read while something is written would not have it, and nobody would notice.
   */
  const inTurn = pLimit(1)
  const outlines = () => inTurn(readOutlines)

  /** @throws GalleyError in-use when somebody else has taken it on since */
  const keep = (job: Job, held: HeldWork<Job>): Promise<void> =>
    inTurn(async () => {
      const known = await readOutlines()
      known.set(job.name, outlineOf(await held.put(job)))
      stamp = await records.stamp()
    })

  /** The lease of a job, under a name that nobody else has. */
  async function taken(job: Job): Promise<{ readonly job: Job; readonly held: HeldWork<Job> }> {
    for (let one = job; ; one = { ...one, name: freeName(Date.now()) }) {
      const held = await works.hold(one.name)
      if (held && !held.before) return { job: one, held }
      held?.release()
    }
  }

  const forget = ({ name }: Job): Promise<void> =>
    inTurn(async () => {
      const known = await readOutlines()
      await records.remove(name)
      known.delete(name)
      stamp = await records.stamp()
    })

  async function run(entry: Running, work: JobWork): Promise<void> {
    const { stop, held } = entry
    let written = Date.now()
    let writes = false
    let writing: Promise<unknown> = Promise.resolve()
    const { name, site, by } = entry.job
    const tell = progressTo(events, { operation: name, path: site, by })
    const notify = (always = false) => tell(entry.job.progress.processed, entry.job.progress.total, always)
    const change = (step: (job: Job) => Job) => {
      entry.job = step(entry.job)
      const now = Date.now()
      notify()
      if (writes || now - written < WRITE_EVERY_MS) return
      writes = true
      // what is lost of this is only how far it was; a long record takes a while, and is written the less
      // often
      writing = keep(entry.job, held)
        .catch(() => undefined)
        .finally(() => {
          writes = false
          written = Date.now() + 10 * (Date.now() - now)
        })
    }
    change((job) => ({ ...job, state: 'running', startTime: new Date().toISOString() }))
    let end: Job
    try {
      await work(change, stop.signal, () => held.require())
      end = ended(entry.job, stop.signal.aborted ? (closing ? 'interrupted' : 'cancelled') : 'completed')
    } catch (error) {
      end = { ...ended(entry.job, 'interrupted'), error: sentenceOf(error) }
      if (!(error instanceof GalleyError)) report(error)
    }
    await writing
    // nobody hears that it ended before that is written down
    await keep(end, held).catch(report)
    running.delete(end.name)
    held.release()
    entry.job = end
    notify(true)
  }

  const ofSite = (site: string) => [...running.values()].filter((one) => one.job.site === site)

  /** The turns of a site; forgotten when nothing of it is begun. */
  function turnsOf(site: string): LimitFunction {
    const known = turns.get(site) ?? pLimit(AT_ONCE)
    turns.set(site, known)
    return known
  }

  /** A job that nobody works on any more was cut off by the end of its process. */
  async function seen(job: Job): Promise<Job> {
    const mine = running.get(job.name)?.job
    if (mine) return mine
    if (job.state === 'stopped' || (await works.isHeld(job.name))) return job
    // it may have ended in between
    const now = (await records.get(job.name)) ?? job
    return now.state === 'stopped' ? now : { ...ended(now, 'interrupted'), error: CUT_OFF }
  }

  async function all(site: ContentPath, topic: string): Promise<Job[]> {
    const found = [...(await outlines()).values()].filter((job) => job.site === site && job.topic === topic)
    return (await Promise.all(found.map(seen))).sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  return {
    async start(wanted, work) {
      const { job, held } = await taken(wanted)
      const refusal = closing
        ? new GalleyError('closed', 'The workspace was closed.')
        : ofSite(job.site).length >= MOST_BEGUN && tooMany(job.site)
      if (refusal) {
        held.release()
        throw refusal
      }
      let finish: () => void = () => undefined
      const entry: Running = {
        job,
        stop: new AbortController(),
        held,
        done: new Promise<void>((resolve) => (finish = resolve))
      }
      held.signal.addEventListener('abort', () => entry.stop.abort())
      running.set(job.name, entry)
      try {
        await keep(job, held)
        for (const old of (await all(job.site as ContentPath, job.topic)).slice(KEPT)) {
          if (old.state === 'stopped') await forget(old)
        }
      } catch (error) {
        running.delete(job.name)
        held.release()
        finish()
        throw error
      }
      void turnsOf(job.site)(() => run(entry, work)).finally(() => {
        finish()
        if (ofSite(job.site).length === 0) turns.delete(job.site)
      })
      return job
    },
    async find(site, topic, name) {
      const job = running.get(name)?.job ?? (await records.get(name))
      return job && job.site === site && job.topic === topic ? seen(job) : null
    },
    list: all,
    cancel: (name) => works.stop(name),
    freeName,
    underWay: () => running.size,
    async close() {
      closing = true
      const left = [...running.values()]
      for (const { stop } of left) stop.abort()
      await Promise.all(left.map(({ done }) => done))
    }
  }
}

const tooMany = (site: string) =>
  new GalleyError(
    'too-many',
    sentence`${{ most: MOST_BEGUN }} jobs of this site run or wait already. Wait until one has ended, or stop one.`,
    { where: site }
  )

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
