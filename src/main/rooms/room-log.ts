import { GalleyError } from '../../common/errors'
import type { RoomEntry, RoomLogs } from '../store/types'

/** What becomes of entries that somebody wrote. */
interface Taking {
  /** Asked as they are written: where the document has become another one since, its log gets nothing of them. */
  readonly isOfThis: () => boolean
  /** Has the document take what is durable by then; nothing else is written before it has. */
  readonly take: () => Promise<void>
}

/** The log of one room while it is open. */
export interface KeptLog {
  /**
   * Resolves when these are durable, in the order of the calls, and the document has them. Before the first
   * ones, and after a failure, the whole document is written.
   */
  add(entries: readonly RoomEntry[], taking?: Taking): Promise<void>
  /**
   * Does something with the document as the log tells it: it has all that is in the log by then, and what is to be
   * taken waits until this is over. What `work` adds stands in the log where the document was as `work` found it.
   */
  still<T>(work: () => Promise<T>): Promise<T>
  /** Writes the whole document in place of what is there. */
  anew(): Promise<void>
  /** Whether there is a log. */
  readonly isBegun: boolean
  /** Bytes that were added since the whole document was written, about. */
  readonly grown: number
}

/**
 * @param before bytes that the log tells besides the document that it begins with; null: there is no log
 * @param whole all of the document as it is, and who may write
 */
export function keepLog(
  logs: RoomLogs,
  room: string,
  before: number | null,
  whole: () => Promise<readonly RoomEntry[]>
): KeptLog {
  let begun: Promise<void> | null = before === null ? null : Promise.resolve()
  let grown = before ?? 0

  /** What is durable, or about to be, and may not be in the document yet. */
  const coming = new Set<Promise<void>>()
  /** Over when the document may change again; null: it may. */
  let stillness: Promise<unknown> | null = null

  function begin(): Promise<void> {
    const beginning = begunAfter([...coming])
    grown = 0
    begun = beginning
    beginning.catch(() => {
      if (begun === beginning) begun = null
    })
    return beginning
  }

  async function begunAfter(before: readonly Promise<void>[]): Promise<void> {
    await Promise.allSettled(before)
    await logs.replace(room, await whole())
  }

  async function added(entries: readonly RoomEntry[], taking?: Taking): Promise<void> {
    let beginning = (begun ??= begin())
    for (;;) {
      await beginning
      while (taking && stillness) await stillness
      const now = (begun ??= begin())
      if (now === beginning) break
      beginning = now
    }
    if (taking?.isOfThis() === false) return
    grown += entries.reduce((sum, entry) => sum + ('bytes' in entry ? entry.bytes.length : 100), 0)
    const writing = logs.append(room, entries).then(taking?.take, (error: unknown) => {
      // what was not written must not be missed by what comes: the next one writes all of it
      if (begun === beginning) begun = null
      throw error
    })
    coming.add(writing)
    await writing.finally(() => coming.delete(writing))
  }

  return {
    async add(entries, taking) {
      if (entries.length === 0) return
      try {
        await added(entries, taking)
      } catch (error) {
        if (!(error instanceof GalleyError) || !again.has(error.reason)) throw error
        await added(entries, taking)
      }
    },
    async still(work) {
      while (stillness) await stillness
      const doing = Promise.allSettled(coming).then(work)
      stillness = doing.catch(() => undefined)
      try {
        return await doing
      } finally {
        stillness = null
      }
    },
    anew: begin,
    get isBegun() {
      return begun !== null
    },
    get grown() {
      return grown
    }
  }
}

/** Another program took the log away, or it has become too long: all of it is written anew. */
const again: ReadonlySet<string> = new Set(['not-found', 'too-large'])

/** What was about to be saved, and of which the log does not tell whether it was: hashes. */
export const unsure = (entries: readonly RoomEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'saving' ? [entry.hash] : []))
