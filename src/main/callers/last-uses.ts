import { z } from 'zod'
import type { KeyedRecords } from '../store/types'

/**
 * When each token or session was last used. Kept beside them, so that noting a use never undoes a revocation.
 */
export interface LastUses {
  /** Notes a use of now; written down now and then, and nobody waits for it. */
  note(key: string): void
  /** Unix milliseconds; null when no use was noted. */
  of(key: string): Promise<number | null>
  /** Unix milliseconds by key. */
  all(): Promise<ReadonlyMap<string, number>>
  forget(key: string): Promise<void>
  /** Resolves when what is being noted is durable. */
  settled(): Promise<void>
}

interface UseRecord {
  readonly usedAt: number
}

export const useRecord = (value: unknown): UseRecord => z.object({ usedAt: z.number() }).parse(value)

/**
 * @param everyMs how often a use of one key is written down at most; in between it is known to this process
 * alone
 */
export function openLastUses(
  records: KeyedRecords<UseRecord>,
  everyMs: number,
  now: () => number = Date.now
): LastUses {
  const noted = new Map<string, number>()
  const written = new Map<string, number>()
  const writing = new Set<Promise<unknown>>()
  return {
    note(key) {
      const at = now()
      noted.set(key, at)
      if (at - (written.get(key) ?? -Infinity) < everyMs) return
      written.set(key, at)
      // a use that cannot be noted is no reason to refuse the request
      const write = records.put(key, { usedAt: at }).catch(() => {})
      writing.add(write)
      void write.finally(() => writing.delete(write))
    },
    async of(key) {
      const here = noted.get(key)
      if (here !== undefined && now() - here < everyMs) return here
      // another process may have noted a later one
      const stored = (await records.get(key))?.usedAt
      return here === undefined && stored === undefined ? null : Math.max(here ?? 0, stored ?? 0)
    },
    async all() {
      await Promise.all([...writing])
      const { records: found } = await records.list()
      const uses = new Map(noted)
      for (const { key, value } of found) uses.set(key, Math.max(value.usedAt, uses.get(key) ?? 0))
      return uses
    },
    async forget(key) {
      noted.delete(key)
      written.delete(key)
      await Promise.all([...writing])
      await records.remove(key)
    },
    async settled() {
      await Promise.all([...writing])
    }
  }
}
