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

/** @param notify called now and then while it changes */
export function createProgress(notify: () => void): Progress {
  let now: PassProgress | null = null
  let notifiedAt = 0
  let waiting: NodeJS.Timeout | undefined
  const forget = () => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const notifyNow = () => {
    forget()
    notifiedAt = Date.now()
    notify()
  }
  return {
    now: () => now,
    notify(next) {
      now = next
      const wait = notifiedAt + TELL_MS - Date.now()
      if (wait <= 0) return notifyNow()
      // also the last one, where nothing follows for a while
      waiting ??= setTimeout(notifyNow, wait).unref()
    },
    end() {
      now = null
      forget()
    }
  }
}
