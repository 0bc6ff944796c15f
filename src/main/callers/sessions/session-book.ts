import { randomBytes } from 'node:crypto'
import type { OpenRecords } from '../../store/types'
import type { LastUses } from '../last-uses'
import { openLastUses, useRecord } from '../last-uses'
import { hashOfSecret, isSecret, newSecret } from './secret'
import type { SessionRecord, SignedIn } from './session-record'
import { sessionRecords, sessionUseKind } from './session-record'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After its start, whatever happens. */
export const LONGEST_MS = 12 * HOUR_MS
/** Without a request. An open event stream is no use: it goes on while nobody is there. */
const UNUSED_MS = 2 * HOUR_MS
const NOTED_EVERY_MS = MINUTE_MS
/** A clock that was set back by more than this does not let a session live longer. */
const CLOCK_MS = 5 * MINUTE_MS

/**
 * The browsers that are signed in (A5). The truth lies on the disk, one record each, so the command line ends
 * sessions while a service holds the workspace, and that sees it with its next request.
 */
export interface SessionBook {
  /** @returns the two secrets, which are told once and kept nowhere */
  start(who: SignedIn, host: string): Promise<{ readonly cookie: string; readonly page: string }>
  /** The session that a cookie's value opens at a host; null when it has ended, or is none. */
  find(cookie: string, host: string): Promise<SessionRecord | null>
  /** The session of a hash; null when it has ended, or is none. */
  named(hash: string): Promise<SessionRecord | null>
  /** Notes that a person did something. */
  use(session: SessionRecord): void
  isOpen(session: SessionRecord): Promise<boolean>
  /** Those that are open, the last used first. */
  list(): Promise<readonly ListedSession[]>
  /** @returns false when there is none of this id */
  end(id: string): Promise<boolean>
  /** @returns how many were open */
  endAll(): Promise<number>
  /**
   * Removes what has ended, and records of other Galleys that cannot be understood: their browsers sign in
   * again.
   */
  sweep(): Promise<void>
  /** Another one after a session began or ended, by whoever. */
  stamp(): Promise<number>
  settled(): Promise<void>
}

export interface ListedSession {
  readonly session: SessionRecord
  readonly usedAt: number
}

export function openSessionBook(open: OpenRecords, now: () => number = Date.now): SessionBook {
  const records = open(sessionRecords.kind, sessionRecords.parse)
  const uses = openLastUses(open(sessionUseKind, useRecord), NOTED_EVERY_MS, now)

  async function isGood(session: SessionRecord): Promise<boolean> {
    const age = now() - session.startedAt
    return age > -CLOCK_MS && age < LONGEST_MS && now() - (await usedAt(session, uses)) < UNUSED_MS
  }

  async function remove(hash: string): Promise<boolean> {
    const removed = await records.remove(hash)
    await uses.forget(hash)
    return removed
  }

  async function stored(): Promise<{ good: ListedSession[]; over: string[] }> {
    const { records: found, damaged } = await records.list()
    const good: ListedSession[] = []
    const over = [...damaged]
    for (const { key, value } of found) {
      if (key === value.hash && (await isGood(value)))
        good.push({ session: value, usedAt: await usedAt(value, uses) })
      else over.push(key)
    }
    return { good, over }
  }

  async function find(hash: string): Promise<SessionRecord | null> {
    const session = await records.get(hash)
    if (session?.hash !== hash) return null
    if (await isGood(session)) return session
    await remove(hash)
    return null
  }

  return {
    async start(who, host) {
      const [cookie, page] = [newSecret(), newSecret()]
      const hash = hashOfSecret(cookie)
      const id = randomBytes(6).toString('hex')
      await records.put(hash, { id, hash, pageHash: hashOfSecret(page), who, host, startedAt: now() })
      return { cookie, page }
    },
    async find(cookie, host) {
      const session = isSecret(cookie) ? await find(hashOfSecret(cookie)) : null
      return session?.host === host ? session : null
    },
    named: find,
    use: ({ hash }) => uses.note(hash),
    isOpen: async ({ hash }) => (await find(hash)) !== null,
    async list() {
      return (await stored()).good.sort((a, b) => b.usedAt - a.usedAt)
    },
    async end(id) {
      const found = (await records.list()).records.filter(({ value }) => value.id === id)
      const removed = await Promise.all(found.map(({ key }) => remove(key)))
      return removed.includes(true)
    },
    async endAll() {
      const { good, over } = await stored()
      await Promise.all([...good.map(({ session }) => session.hash), ...over].map(remove))
      return good.length
    },
    async sweep() {
      const { over } = await stored()
      await Promise.all(over.map(remove))
      const left = new Set((await records.list()).records.map(({ key }) => key))
      const orphans = [...(await uses.all()).keys()].filter((key) => !left.has(key))
      await Promise.all(orphans.map((key) => uses.forget(key)))
    },
    stamp: () => records.stamp(),
    settled: () => uses.settled()
  }
}

async function usedAt({ hash, startedAt }: SessionRecord, uses: LastUses): Promise<number> {
  return Math.max(startedAt, (await uses.of(hash)) ?? 0)
}
