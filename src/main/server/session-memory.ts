import { z } from 'zod'
import type { KeyedRecords } from '../store/types'

/** A browser's session (A5), kept so that a tab goes on working when the service starts again. Its key is the secret's SHA-256. */
export interface SessionRecord {
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The kind of the records that hold sessions, and how one is read. */
export const sessionRecords = {
  kind: 'browser-sessions',
  parse: (value: unknown): SessionRecord => z.object({ expiresAt: z.number() }).parse(value)
} as const

/** The sessions that have not expired, by the hash of their secret. */
export interface SessionMemory {
  /** Resolves when it is durable, where there is a place for it. */
  add(hash: string): Promise<void>
  /** Whether the session is good; using it lets it live on. */
  has(hash: string): boolean
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** After its last use, to the day. */
const LIFE_MS = 7 * DAY_MS

/** Takes up the sessions of earlier runs and forgets those that have expired. @param records none: sessions end with the process */
export async function openSessionMemory(
  records: KeyedRecords<SessionRecord> | undefined,
  now: () => number = Date.now
): Promise<SessionMemory> {
  const expiries = await keptSessions(records, now())
  const writing = new Set<Promise<void>>()

  async function add(hash: string): Promise<void> {
    const expiresAt = now() + LIFE_MS
    expiries.set(hash, expiresAt)
    // one that cannot be kept counts for this run all the same
    const write = records?.put(hash, { expiresAt }).catch(() => {}) ?? Promise.resolve()
    writing.add(write)
    await write
    writing.delete(write)
  }

  return {
    add,
    has(hash) {
      const left = (expiries.get(hash) ?? 0) - now()
      if (left <= 0) return false
      if (left < LIFE_MS - DAY_MS) void add(hash)
      return true
    },
    async settled() {
      await Promise.all([...writing])
    }
  }
}

async function keptSessions(
  records: KeyedRecords<SessionRecord> | undefined,
  now: number
): Promise<Map<string, number>> {
  if (!records) return new Map()
  const found = (await records.list()).records
  const expired = found.filter(({ value }) => value.expiresAt <= now)
  await Promise.all(expired.map(({ key }) => records.remove(key)))
  // none lives longer than one made now, though the clock was set back
  const good = found.filter(({ value }) => value.expiresAt > now)
  return new Map(good.map(({ key, value }) => [key, Math.min(value.expiresAt, now + LIFE_MS)]))
}
