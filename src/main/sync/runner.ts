import type { Person } from '../../common/person'
import type { SyncRun, SyncStatus } from '../../common/sync'
import { GalleyError } from '../../common/errors'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { Ask } from './ask'
import { holdingPair, type HeldPair } from './pair-lease'
import type { PairMemory } from './pair-memory'
import { createProgress } from './progress'
import { runPair, type PairRun, type RunReport } from './run-pair'
import { needsAttention, summaryOf } from './run-summary'
import { createSchedule, type Pace, type Schedule } from './schedule'
import type { Pair } from './settings'
import type { PassWatch } from './world'

export interface RunRequest {
  /** Deletions that somebody has said yes to. */
  readonly approved?: readonly string[]
  /** Only these, as the failures of the last run name them; default: all. */
  readonly paths?: readonly string[]
  readonly dryRun?: boolean
}

interface RunnerParts {
  readonly store: Store
  readonly workers: Workers
  readonly by: () => Person
  readonly serviceFolder: () => Promise<string>
  readonly saveFirst?: PairRun['saveFirst']
  readonly leftAlone?: PairRun['leftAlone']
  readonly memory: () => Promise<PairMemory>
  /** What is known was written by another process since. */
  readonly forgetMemory: () => void
  readonly pair: () => Promise<Pair>
  readonly ask: (signal: AbortSignal) => Promise<Ask>
  /** Whether the server answers at all, asked once. */
  readonly answers: () => Promise<boolean>
  readonly onChange: () => void
  /** Writes down what a run did. */
  readonly keep: (at: number, deeds: RunReport['deeds']) => Promise<void>
  /** A run waits for those who are writing: nobody runs it again. */
  readonly patient: boolean
  /** For tests: what else is `usualPace`. */
  readonly pace?: Partial<Pace> | undefined
  readonly watch: (kind: 'files' | 'configs') => PassWatch
  readonly report: (error: unknown) => void
}

/**
 * Runs one pair: now, soon after a change, now and then, and again after a while when the server does not
 * answer.
 */
export interface Runner extends Pick<Schedule, 'begin' | 'rest'> {
  status(): Omit<SyncStatus, 'conflicts'>
  run(options?: RunRequest): Promise<RunReport>
  /** A moment after the last change; where somebody is writing, when they rest. */
  soon(isWriting?: boolean): void
  /** Ends the run under way; what it did stays done. */
  stop(): void
  /** Does something while no run is under way: one that is, is ended first, and goes on afterwards. */
  between<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createRunner(parts: RunnerParts): Runner {
  let running: { readonly done: Promise<RunReport>; readonly stop: AbortController } | null = null
  let last: SyncRun | null = null
  /** Comes after the run under way, for everybody who asked for one meanwhile. */
  let queued: Promise<RunReport> | null = null
  let holding: Promise<unknown> | null = null
  let isClosed = false
  const { pace, answers, onChange } = parts
  const progress = createProgress(onChange)
  const isRunning = () => running !== null
  const schedule = createSchedule({ pace, isRunning, run: () => run(), answers, onChange })

  /** A pair is synced by one run at a time, whoever begins it. */
  async function alone<T>(work: (pair: Pair, held: HeldPair) => Promise<T>, writes = true): Promise<T> {
    const pair = await parts.pair()
    return holdingPair(parts.store, pair.id, writes, (held) => {
      if (held.wasElsewhere) parts.forgetMemory()
      return work(pair, held)
    })
  }

  async function once(
    options: RunRequest,
    pair: Pair,
    held: HeldPair,
    signal: AbortSignal
  ): Promise<RunReport> {
    const startedAt = Date.now()
    schedule.looks(pair.everyMinutes ?? 1)
    const report = await runPair({
      store: parts.store,
      pair,
      ask: await parts.ask(signal),
      workers: parts.workers,
      by: parts.by,
      saveFirst: parts.saveFirst,
      leftAlone: parts.leftAlone,
      serviceFolder: await parts.serviceFolder(),
      approved: new Set(options.approved ?? []),
      memory: await parts.memory(),
      signal,
      requireHeld: () => held.require(),
      onProgress: progress.notify,
      watch: parts.watch,
      patient: parts.patient,
      ...(options.paths && { paths: options.paths }),
      ...(options.dryRun && { dryRun: true })
    })
    if (options.dryRun) return report
    // what was done was done, whether that can be written down or not
    await held
      .require()
      .then(() => parts.keep(Date.now(), report.deeds))
      .catch(parts.report)
    last = summaryOf(report, startedAt, last, options.paths)
    schedule.answered(!report.failures.some(({ reason }) => reason === 'unreachable'))
    return report
  }

  function run(options: RunRequest = {}): Promise<RunReport> {
    if (isClosed) return Promise.reject(new GalleyError('closed', 'The workspace was closed.'))
    if (holding) return holding.then(() => run(options))
    // the run under way may have looked already at what somebody has just changed: who asks has one of their
    // own
    if (running) {
      const after = () => run(options)
      if (options.approved || options.paths || options.dryRun) return running.done.then(after, after)
      if (queued) return queued
      const unlessStopped = () => {
        if (queued !== mine) throw new GalleyError('cancelled', 'The sync was stopped.')
        queued = null
        return run(options)
      }
      const mine: Promise<RunReport> = running.done.then(unlessStopped, unlessStopped)
      queued = mine
      return mine
    }
    schedule.hold()
    const stop = new AbortController()
    let isEdited = false
    const done = alone((pair, held) => {
      held.signal.addEventListener('abort', () => stop.abort())
      return once(options, pair, held, stop.signal)
    }, options.dryRun !== true)
      .then((report) => {
        isEdited = report.editing > 0 && !options.dryRun
        return report
      })
      .finally(() => {
        running = null
        progress.end()
        schedule.ended(isEdited && !stop.signal.aborted)
        onChange()
      })
    running = { done, stop }
    done.catch((error: unknown) => {
      if (!(error instanceof GalleyError)) parts.report(error)
    })
    onChange()
    return done
  }

  return {
    run,
    status: () => ({ state: stateNow(), progress: progress.now(), next: schedule.next(), last }),
    soon: (isWriting = false) => schedule.soon(isWriting),
    begin: schedule.begin,
    rest: schedule.rest,
    stop() {
      queued = null
      running?.stop.abort()
    },
    async between(work) {
      while (holding) await holding
      const wasRunning = running
      wasRunning?.stop.abort()
      const done = (wasRunning?.done ?? Promise.resolve()).catch(() => undefined).then(() => alone(work))
      const held = done.catch(() => undefined)
      holding = held
      try {
        return await done
      } finally {
        if (holding === held) holding = null
        schedule.resume(wasRunning !== null)
      }
    },
    async close() {
      isClosed = true
      schedule.close()
      running?.stop.abort()
      await running?.done.catch(() => undefined)
    }
  }

  function stateNow(): SyncStatus['state'] {
    if (running) return 'running'
    if (schedule.isOffline()) return 'offline'
    if (last === null) return 'waiting'
    return needsAttention(last) ? 'attention' : 'synced'
  }
}
