import { z } from 'zod'
import type { Person } from '../../common/person'
import { isBelowAny, syncKey, type SyncRun, type SyncStatus } from '../../common/sync'
import { GalleyError } from '../../common/errors'
import { holdWork, leaseNote, type HeldWork } from '../store'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { Ask } from './ask'
import { REST_MS } from './local-store'
import { onNetworkChange } from './network'
import type { PairMemory } from './pair-memory'
import { runPair, type RunReport } from './run-pair'
import type { Pair } from './settings'
import type { PassProgress, PassWatch } from './world'

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
export interface Runner {
  status(): Omit<SyncStatus, 'conflicts'>
  run(options?: RunRequest): Promise<RunReport>
  /** A moment after the last change; where somebody is writing, when they rest. */
  soon(isWriting?: boolean): void
  /** Begins to run by itself. */
  begin(): void
  /** No longer by itself. */
  rest(): void
  /** Ends the run under way; what it did stays done. */
  stop(): void
  /** Does something while no run is under way: one that is, is ended first, and goes on afterwards. */
  between<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const MINUTE_MS = 60_000
/** Other changes do not wait longer for somebody who writes on and on. */
const LONGEST_DELAY_MS = 20_000
/** How soon things happen by themselves, in milliseconds (Y18). */
export interface Pace {
  /** After a change. */
  readonly soon: number
  /** How often a server that did not answer is asked whether it does now: at first, and at most. */
  readonly firstProbe: number
  readonly longestProbe: number
}

const usualPace: Pace = { soon: 2000, firstProbe: 3000, longestProbe: 30_000 }

const SHOWN_DEEDS = 200
/** Progress is told so often at most. */
const TELL_MS = 250

/** Who runs a pair, or did last: one record a pair. */
export const pairRuns = {
  kind: 'sync-runs',
  parse: (value: unknown) => z.object({ lease: leaseNote.exactOptional() }).parse(value)
} as const
type PairRunRecord = ReturnType<typeof pairRuns.parse>

export function createRunner(parts: RunnerParts): Runner {
  const pace = { ...usualPace, ...parts.pace }
  const runs = parts.store.records(pairRuns.kind, pairRuns.parse)
  let running: { readonly done: Promise<RunReport>; readonly stop: AbortController } | null = null
  let progress: SyncStatus['progress'] = null
  let last: SyncRun | null = null
  let attention = false
  let offline = 0
  /** Comes after the run under way, for everybody who asked for one meanwhile. */
  let queued: Promise<RunReport> | null = null
  let holding: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined
  let next: number | null = null
  let isByItself = false
  let isClosed = false
  let toldAt = 0
  let notifying: NodeJS.Timeout | undefined

  /** Of the oldest change that waits. */
  let changedAt: number | null = null
  let everyMinutes = 1
  let endNetwork: (() => void) | null = null

  const later = (milliseconds: number, work: () => void = runQuietly) => {
    clearTimeout(timer)
    next = null
    if (isClosed) return
    next = Date.now() + milliseconds
    timer = setTimeout(work, milliseconds)
    timer.unref()
  }
  const cancel = () => {
    clearTimeout(timer)
    next = null
  }
  function runQuietly(): void {
    if (!running) run().catch(() => undefined)
  }

  /** While the server does not answer nothing else is asked of it. */
  async function probe(): Promise<void> {
    cancel()
    if (isClosed || running || offline === 0) return
    if (await parts.answers().catch(() => false)) return runQuietly()
    offline += 1
    whenNext()
    parts.onChange()
  }

  /** What comes after a run, or after an answer that did not come. */
  function whenNext(): void {
    endNetwork?.()
    endNetwork = null
    if (!isByItself || isClosed) return cancel()
    if (offline > 0) {
      endNetwork = onNetworkChange(() => void probe())
      const delay = Math.min(pace.longestProbe, pace.firstProbe * 2 ** (offline - 1))
      return later(delay * (0.75 + Math.random() / 4), () => void probe())
    }
    later(changedAt !== null ? pace.soon : everyMinutes * MINUTE_MS)
  }

  function notify(next: PassProgress): void {
    progress = next
    const wait = toldAt + TELL_MS - Date.now()
    if (wait <= 0) return notifyNow()
    // also the last one, where nothing follows for a while
    notifying ??= setTimeout(notifyNow, wait).unref()
  }

  function notifyNow(): void {
    clearTimeout(notifying)
    notifying = undefined
    toldAt = Date.now()
    parts.onChange()
  }

  /** A pair is synced by one run at a time, whoever begins it. */
  async function alone<T>(
    work: (pair: Pair, held: HeldWork<PairRunRecord>) => Promise<T>,
    writes = true
  ): Promise<T> {
    const pair = await parts.pair()
    const held = await holdWork(parts.store.leases, runs, pairRuns.kind, pair.id)
    if (!held)
      throw new GalleyError('exists', 'This pair is being synced already. Wait for it.', { where: pair.id })
    try {
      if (held.wasElsewhere) parts.forgetMemory()
      // from then on it is this process's: a run that finds nothing to do writes nothing
      if (writes && (held.wasElsewhere || !held.before)) await held.put({})
      return await work(pair, held)
    } finally {
      held.release()
    }
  }

  async function once(
    options: RunRequest,
    pair: Pair,
    held: HeldWork<PairRunRecord>,
    signal: AbortSignal
  ): Promise<RunReport> {
    const startedAt = Date.now()
    changedAt = null
    const memory = await parts.memory()
    everyMinutes = pair.everyMinutes ?? 1
    const report = await runPair({
      store: parts.store,
      pair,
      ask: await parts.ask(signal),
      workers: parts.workers,
      by: parts.by,
      serviceFolder: await parts.serviceFolder(),
      approved: new Set(options.approved ?? []),
      memory,
      signal,
      requireHeld: () => held.require(),
      onProgress: notify,
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
    last = options.paths ? beside(last, runOf(report, startedAt), options.paths) : runOf(report, startedAt)
    offline = report.failures.some(({ reason }) => reason === 'unreachable') ? offline + 1 : 0
    attention =
      report.clashes.length > 0 ||
      report.held.local.length + report.held.remote.length > 0 ||
      last.failures.some(({ reason }) => reason !== 'unreachable' && reason !== 'cancelled')
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
    cancel()
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
        progress = null
        clearTimeout(notifying)
        notifying = undefined
        whenNext()
        // what was being written in has its turn when it rests, also when somebody had asked for this run
        // (Y10)
        if (isEdited && offline === 0 && !stop.signal.aborted) later(REST_MS)
        parts.onChange()
      })
    running = { done, stop }
    done.catch((error: unknown) => {
      if (!(error instanceof GalleyError)) parts.report(error)
    })
    parts.onChange()
    return done
  }

  return {
    run,
    status: () => ({ state: stateNow(), progress, next, last }),
    soon(isWriting = false) {
      if (!isByItself) return
      changedAt ??= Date.now()
      // told by the run under way, or by the answer that is waited for
      if (offline > 0 || running) return
      const longest = Math.max(0, changedAt + LONGEST_DELAY_MS - Date.now())
      later(Math.min(longest, isWriting ? REST_MS + pace.soon / 4 : pace.soon))
    },
    begin() {
      isByItself = true
      if (!running) later(0)
    },
    rest() {
      isByItself = false
      endNetwork?.()
      endNetwork = null
      cancel()
    },
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
        if (isByItself && offline === 0) later(wasRunning ? 0 : pace.soon)
      }
    },
    async close() {
      isClosed = true
      endNetwork?.()
      cancel()
      running?.stop.abort()
      await running?.done.catch(() => undefined)
    }
  }

  function stateNow(): SyncStatus['state'] {
    if (running) return 'running'
    if (offline > 0) return 'offline'
    if (attention) return 'attention'
    return last ? 'synced' : 'waiting'
  }
}

/** What was not tried again is as it was. */
function beside(before: SyncRun | null, run: SyncRun, paths: readonly string[]): SyncRun {
  const tried = paths.map(syncKey)
  const told = new Set(run.failures.map(({ path }) => path))
  const left = (before?.failures ?? []).filter(
    ({ path }) => !told.has(path) && !isBelowAny(syncKey(path), tried)
  )
  return { ...run, failures: [...run.failures, ...left] }
}

function runOf(report: RunReport, startedAt: number): SyncRun {
  const counts: Record<string, number> = {}
  for (const { did } of report.deeds) counts[did] = (counts[did] ?? 0) + 1
  return {
    startedAt,
    endedAt: Date.now(),
    deeds: report.deeds.slice(0, SHOWN_DEEDS),
    counts,
    failures: report.failures.slice(0, SHOWN_DEEDS),
    clashes: report.clashes.map(({ reason, paths }) => ({
      reason,
      paths: [...new Set(paths.map(({ path }) => path))]
    })),
    held: { local: [...report.held.local], remote: [...report.held.remote] },
    files: report.files
  }
}
