import { z } from 'zod'
import type { Lease, Leases } from '../seam/leases'

/** How a record says who works on what it tells of. */
export const leaseNote = z.object({ run: z.string(), fence: z.number() })

/**
 * On a folder only the process that has its lock works on anything (W7), and the system frees that lock when
 * the process ends. So a lease of another run is free at once, and this run's are the ones in its memory.
 */
export function createLeases(run: string): Leases {
  const held = new Map<string, AbortController>()

  function taken(work: string, fence: number): Lease | null {
    if (held.has(work)) return null
    const stop = new AbortController()
    held.set(work, stop)
    return {
      run,
      fence,
      signal: stop.signal,
      stop: () => stop.abort(),
      release() {
        if (held.get(work) === stop) held.delete(work)
      }
    }
  }

  return {
    take: async (work, before) => taken(work, (before?.fence ?? 0) + 1),
    isHeld: async (work) => held.has(work),
    async stop(work) {
      const stop = held.get(work)
      stop?.abort()
      return stop !== undefined
    }
  }
}
