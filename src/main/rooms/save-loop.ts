/** Milliseconds after the last change until it is saved, and at most after the first. */
const QUIET_MS = 400
const MOST_MS = 2000
/** Until a save that failed is tried again: twice as long each time. */
const AGAIN_MS = 2000
const MOST_AGAIN_MS = 60_000

/** When a room is saved. */
export interface SaveLoop {
  /** Something is to be saved. */
  changed(): void
  /** Saves what is to be saved; resolves to false when that failed. */
  now(): Promise<boolean>
  /** As `now`, and whoever is in it hears that it is saved, also where it was already. */
  asked(): Promise<boolean>
  /** Does something while nothing is saved. */
  between<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

/** @param save resolves to false when it is to be tried again */
export function saveLoop(save: () => Promise<boolean>): SaveLoop {
  let timer: NodeJS.Timeout | null = null
  let first: number | null = null
  let running: Promise<boolean> | null = null
  let failed = 0

  function later(ms: number): void {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void run(), ms)
  }

  async function run(): Promise<boolean> {
    if (timer) clearTimeout(timer)
    timer = null
    // what came meanwhile is saved after that
    while (running) await running
    if (first === null) return true
    first = null
    running = save().catch(() => false)
    const done = await running
    running = null
    failed = done ? 0 : failed + 1
    if (!done) {
      first ??= performance.now()
      later(Math.min(MOST_AGAIN_MS, AGAIN_MS * 2 ** (failed - 1)))
    }
    return done
  }

  return {
    changed() {
      const now = performance.now()
      first ??= now
      if (failed === 0) later(Math.max(0, Math.min(QUIET_MS, first + MOST_MS - now)))
    },
    now: run,
    asked() {
      first ??= performance.now()
      return run()
    },
    async between(work) {
      while (running) await running
      const done = work()
      const over = done.then(
        () => true,
        () => false
      )
      running = over
      await over
      if (running === over) running = null
      return done
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    }
  }
}
