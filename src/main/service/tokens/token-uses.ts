import { z } from 'zod'
import type { KeyedRecords } from '../../store/types'

/** When each token was last used. Kept beside the tokens, so that noting a use can never undo a revocation. */
export interface TokenUses {
  /** Notes that a token opened something; at most once an hour each, and nobody waits for it. */
  note(id: string): void
  /** Unix milliseconds by token id. */
  all(): Promise<ReadonlyMap<string, number>>
  /** Resolves when what is being noted is durable. */
  settled(): Promise<void>
}

export const tokenUseRecords = {
  kind: 'token-uses',
  parse: (value: unknown): { usedAt: number } => z.object({ usedAt: z.number() }).parse(value)
} as const

const HOUR_MS = 60 * 60 * 1000

export function openTokenUses(records: KeyedRecords<{ usedAt: number }>): TokenUses {
  const noted = new Map<string, number>()
  const writing = new Set<Promise<void>>()
  return {
    note(id) {
      const now = Date.now()
      if (now - (noted.get(id) ?? -HOUR_MS) < HOUR_MS) return
      noted.set(id, now)
      // a use that cannot be noted is no reason to refuse the request
      const write = records.put(id, { usedAt: now }).catch(() => {})
      writing.add(write)
      void write.finally(() => writing.delete(write))
    },
    async all() {
      await Promise.all([...writing])
      const { records: found } = await records.list()
      return new Map(found.map(({ key, value }) => [key, value.usedAt]))
    },
    async settled() {
      await Promise.all([...writing])
    }
  }
}
