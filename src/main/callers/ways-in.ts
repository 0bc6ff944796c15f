import { setTimeout as wait } from 'node:timers/promises'

/** How soon what goes on for long ends with its token or session, also when another process ended that. */
const LOOKED_AT_MS = 500

/**
 * Tells whoever goes on for long that tokens or sessions are not what they were, by this process or another
 * (A2, A5).
 */
export interface WaysInChanges {
  /** @returns a function that ends it. Nothing is looked at while nobody listens */
  listen(listener: () => void): () => void
}

/** Records of one kind. */
export interface Stamped {
  stamp(): Promise<number>
}

/** @param report told once, when the records cannot be looked at: the heartbeat of a stream asks as well */
export function openWaysInChanges(ways: readonly Stamped[], report: (error: unknown) => void): WaysInChanges {
  const listeners = new Set<() => void>()
  let seen: string | null = null
  let isLooking = false
  let isTold = false

  async function look(): Promise<void> {
    try {
      const now = (await Promise.all(ways.map((way) => way.stamp()))).join(' ')
      if (now === seen) return
      seen = now
      for (const listener of [...listeners]) listener()
    } catch (error) {
      if (!isTold) report(error)
      isTold = true
    }
  }

  async function keepLooking(): Promise<void> {
    isLooking = true
    // the first look tells in any case: what ended before it is not known
    seen = null
    while (listeners.size > 0) {
      await wait(LOOKED_AT_MS, undefined, { ref: false })
      if (listeners.size > 0) await look()
    }
    isLooking = false
  }

  return {
    listen(listener) {
      listeners.add(listener)
      if (!isLooking) void keepLooking()
      return () => listeners.delete(listener)
    }
  }
}
