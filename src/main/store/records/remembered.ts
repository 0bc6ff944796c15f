import type { FileStat } from '../disk/durable-fs'
import { sameStat, tickOf } from '../disk/durable-fs'

const HOLDS_MS = 60_000
const MOST = 2_000
const MOST_BYTES = 8 * 1024

/**
 * What small records said when they were last read, as long as their files have the outside that they had then: a stream of
 * events asks for the token of its caller with each of them. Only the system sets the change time of a file, so one that is
 * the same has the same bytes, whichever process put it; rot on the disk is looked for again after a minute (W8).
 */
interface Remembered<T> {
  get(key: string, stat: FileStat): { readonly value: T } | null
  /**
   * @param stat as it was before its bytes were read
   * @param before when that was asked, Unix milliseconds
   */
  add(key: string, value: T, stat: FileStat, before: number): void
}

export function createRemembered<T>(): Remembered<T> {
  const seen = new Map<string, { readonly value: T; readonly stat: FileStat; readonly at: number }>()
  return {
    get(key, stat) {
      const known = seen.get(key)
      if (!known || !sameStat(known.stat, stat) || known.stat.ctimeMs !== stat.ctimeMs) return null
      const age = Date.now() - known.at
      return age >= 0 && age < HOLDS_MS ? known : null
    },
    add(key, value, stat, before) {
      seen.delete(key)
      // another write in the same tick of the disk's clock would have the same change time
      if (stat.size > MOST_BYTES || before - stat.ctimeMs < tickOf(stat)) return
      seen.set(key, { value, stat, at: before })
      if (seen.size > MOST) for (const oldest of [...seen.keys()].slice(0, MOST / 10)) seen.delete(oldest)
    }
  }
}
