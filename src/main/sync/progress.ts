import type { PassProgress } from './world'

/** Progress is told so often at most. */
const TELL_MS = 250

/** How far a run is. */
interface Progress {
  /** Null while nothing runs. */
  readonly now: () => PassProgress | null
  readonly notify: (next: PassProgress) => void
  readonly end: () => void
}

/** @param tell called now and then while it changes */
export function createProgress(tell: () => void): Progress {
  let now: PassProgress | null = null
  let toldAt = 0
  let waiting: NodeJS.Timeout | undefined
  const forget = () => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const tellNow = () => {
    forget()
    toldAt = Date.now()
    tell()
  }
  return {
    now: () => now,
    notify(next) {
      now = next
      const wait = toldAt + TELL_MS - Date.now()
      if (wait <= 0) return tellNow()
      // also the last one, where nothing follows for a while
      waiting ??= setTimeout(tellNow, wait).unref()
    },
    end() {
      now = null
      forget()
    }
  }
}
