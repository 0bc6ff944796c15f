import type { FileStat } from '../disk/durable-fs'
import { tickOf } from '../disk/durable-fs'

const HOLDS_MS = 60_000
const MOST = 2_000

/**
 * Which files were lately held against their hash, so that a page that is read again and again is not hashed
 * each time. The system gives a file a new change time (`ctime`) whenever a program writes to it or sets its
 * times, so a file with the one that it had when it was verified has the same bytes; and rot on the disk is
 * looked for again after a minute (W8).
 */
export interface Verified {
  /** True when the file with this outside was found to have this hash within the last minute. */
  has(id: string, hash: string, stat: FileStat): boolean
  /** @param before when the look at the file began, Unix milliseconds */
  add(id: string, hash: string, stat: FileStat, before: number): void
}

export function createVerified(): Verified {
  const seen = new Map<string, { hash: string; stat: FileStat; at: number }>()
  return {
    has(id, hash, stat) {
      const known = seen.get(id)
      if (!known || known.hash !== hash) return false
      const age = Date.now() - known.at
      return age >= 0 && age < HOLDS_MS && sameOutside(known.stat, stat)
    },
    add(id, hash, stat, before) {
      // a write in the same tick of the disk's clock would have the same change time
      if (before - stat.ctimeMs < tickOf(stat)) return
      seen.delete(id)
      seen.set(id, { hash, stat, at: before })
      if (seen.size > MOST) for (const oldest of [...seen.keys()].slice(0, MOST / 10)) seen.delete(oldest)
    }
  }
}

const sameOutside = (a: FileStat, b: FileStat) =>
  a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino
