import { REST_MS } from './local-store'
import { onNetworkChange } from './network'

/** How soon things happen by themselves, in milliseconds (Y18). */
export interface Pace {
  /** After a change. */
  readonly soon: number
  /** How often a server that did not answer is asked whether it does now: at first, and at most. */
  readonly firstProbe: number
  readonly longestProbe: number
}

const usualPace: Pace = { soon: 2000, firstProbe: 3000, longestProbe: 30_000 }
const MINUTE_MS = 60_000
/** Other changes do not wait longer for somebody who writes on and on. */
const LONGEST_DELAY_MS = 20_000

interface ScheduleParts {
  readonly pace: Partial<Pace> | undefined
  readonly isRunning: () => boolean
  readonly run: () => Promise<unknown>
  /** Whether the server answers at all, asked once. */
  readonly answers: () => Promise<boolean>
  readonly onChange: () => void
}

/**
 * When a pair runs by itself: soon after a change, now and then, and again after a while when the server does
 * not answer.
 */
export interface Schedule {
  /** When it does, if it does. */
  readonly next: () => number | null
  readonly isOffline: () => boolean
  /** A moment after the last change; where somebody is writing, when they rest. */
  soon(isWriting: boolean): void
  /** Begins to run by itself. */
  readonly begin: () => void
  /** No longer by itself. */
  readonly rest: () => void
  /** Nothing begins before `ended`. */
  hold(): void
  /** A run looks at every change until now. @param everyMinutes how often it runs without one */
  looks(everyMinutes: number): void
  /** Whether the server answered a run. */
  answered(isAnswer: boolean): void
  /** @param isEdited somebody is writing in what has to wait for them (Y10) */
  ended(isEdited: boolean): void
  /** What was done between two runs is done. @param wasRunning one was ended for it */
  resume(wasRunning: boolean): void
  close(): void
}

export function createSchedule(parts: ScheduleParts): Schedule {
  const pace = { ...usualPace, ...parts.pace }
  let timer: NodeJS.Timeout | undefined
  let next: number | null = null
  /** Runs in a row that the server did not answer. */
  let offline = 0
  /** Of the oldest change that waits. */
  let changedAt: number | null = null
  let everyMinutes = 1
  let isByItself = false
  let isClosed = false
  let endNetwork: (() => void) | null = null

  const later = (milliseconds: number, work: () => void = runQuietly) => {
    cancel()
    if (isClosed) return
    next = Date.now() + milliseconds
    timer = setTimeout(work, milliseconds).unref()
  }
  const cancel = () => {
    clearTimeout(timer)
    next = null
  }
  const forgetNetwork = () => {
    endNetwork?.()
    endNetwork = null
  }
  function runQuietly(): void {
    if (!parts.isRunning()) parts.run().catch(() => undefined)
  }

  /** While the server does not answer nothing else is asked of it. */
  async function probe(): Promise<void> {
    cancel()
    if (isClosed || parts.isRunning() || offline === 0) return
    if (await parts.answers().catch(() => false)) return runQuietly()
    offline += 1
    whenNext()
    parts.onChange()
  }

  /** What comes after a run, or after an answer that did not come. */
  function whenNext(): void {
    forgetNetwork()
    if (!isByItself || isClosed) return cancel()
    if (offline > 0) {
      endNetwork = onNetworkChange(() => void probe())
      const delay = Math.min(pace.longestProbe, pace.firstProbe * 2 ** (offline - 1))
      return later(delay * (0.75 + Math.random() / 4), () => void probe())
    }
    later(changedAt !== null ? pace.soon : everyMinutes * MINUTE_MS)
  }

  return {
    next: () => next,
    isOffline: () => offline > 0,
    soon(isWriting) {
      if (!isByItself) return
      changedAt ??= Date.now()
      // told by the run under way, or by the answer that is waited for
      if (offline > 0 || parts.isRunning()) return
      const longest = Math.max(0, changedAt + LONGEST_DELAY_MS - Date.now())
      later(Math.min(longest, isWriting ? REST_MS + pace.soon / 4 : pace.soon))
    },
    begin() {
      isByItself = true
      if (!parts.isRunning()) later(0)
    },
    rest() {
      isByItself = false
      forgetNetwork()
      cancel()
    },
    hold: cancel,
    looks(minutes) {
      changedAt = null
      everyMinutes = minutes
    },
    answered(isAnswer) {
      offline = isAnswer ? 0 : offline + 1
    },
    ended(isEdited) {
      whenNext()
      // what is being written in has its turn when it rests, also when somebody had asked for this run
      if (isEdited && offline === 0) later(REST_MS)
    },
    resume(wasRunning) {
      if (isByItself && offline === 0) later(wasRunning ? 0 : pace.soon)
    },
    close() {
      isClosed = true
      forgetNetwork()
      cancel()
    }
  }
}
