import { setTimeout as sleep } from 'node:timers/promises'

/** How much of the time an examination works. */
export interface Pace {
  /** Milliseconds of work before each rest. */
  readonly workMs: number
  readonly restMs: number
}

/** For somebody who waits. */
export const brisk: Pace = { workMs: 20, restMs: 1 }

/** @returns what to wait for before each step; rejects once the signal ends it */
export function paced({ workMs, restMs }: Pace, signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < workMs) return
    await sleep(restMs, undefined, signal ? { signal } : {})
    since = performance.now()
  }
}
