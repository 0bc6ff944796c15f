import { GalleyError } from '../../common/errors'
import type { RoomEntry, RoomLogs } from '../store/types'

/** The log of one room while it is open. */
export interface KeptLog {
  /**
   * Resolves when these are durable, in the order of the calls. Before the first ones, and after a failure,
   * the whole document is written.
   */
  add(entries: readonly RoomEntry[]): Promise<void>
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

  function begin(): Promise<void> {
    const beginning = whole().then((entries) => logs.replace(room, entries))
    grown = 0
    begun = beginning
    beginning.catch(() => {
      if (begun === beginning) begun = null
    })
    return beginning
  }

  async function added(entries: readonly RoomEntry[]): Promise<void> {
    const beginning = (begun ??= begin())
    await beginning
    grown += entries.reduce((sum, entry) => sum + ('bytes' in entry ? entry.bytes.length : 100), 0)
    try {
      await logs.append(room, entries)
    } catch (error) {
      // what was not written must not be missed by what comes: the next one writes all of it
      if (begun === beginning) begun = null
      throw error
    }
  }

  return {
    async add(entries) {
      if (entries.length === 0) return
      try {
        await added(entries)
      } catch (error) {
        if (!(error instanceof GalleyError) || !again.has(error.reason)) throw error
        await (begun ?? begin())
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
