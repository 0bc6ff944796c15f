import { z } from 'zod'
import type { KeyedRecords, Store } from '../store/types'

const relayed = z.object({
  pair: z.string(),
  /** Whole, of this side. */
  path: z.string(),
  /** Unix milliseconds: it was known then that somebody looks after it. */
  at: z.number(),
  /** The document there that this one was taken over from, or is to be, and how it is written in. */
  there: z.object({ epoch: z.string(), client: z.number(), key: z.string() }).nullable(),
  /**
   * The text that both come from for certain, while the document here is this epoch of it: nothing that was done
   * in that since is there.
   */
  base: z.object({ of: z.string(), text: z.string() }).nullable(),
  /**
   * It is over, since this time, when the sync knew of this as what both had: both documents have more in common
   * than that, so nothing begins from there again.
   */
  spent: z.object({ at: z.number(), agreed: z.string().nullable() }).exactOptional()
})

/**
 * A file whose document is kept alike with that of the server, by the id of the file (RT13): a sync leaves it
 * alone, since what one side wrote is on its way to the other already.
 */
export type RelayedFile = z.infer<typeof relayed>

export const openRelayed = (store: Pick<Store, 'records'>): KeyedRecords<RelayedFile> =>
  store.records('relayed', (value) => relayed.parse(value))

/** Milliseconds after which nobody looks after a file any more, where whoever does is not in this process. */
const FORGOTTEN_MS = 5 * 60_000

/** Whether the file of this id and path is kept alike by somebody in this process, just now. */
export type HoldsFile = (id: string, path: string) => boolean

interface OfPair {
  readonly store: Pick<Store, 'records'>
  readonly pairId: string
  /** Absent: nobody in this process keeps files alike. */
  readonly holds: HoldsFile | undefined
  /** The hash of what the sync knows as common of a file. */
  readonly agreed: (path: string) => string | null
}

/**
 * The files of a pair that a sync leaves alone: those that somebody has in hand. Any other is the sync's from now on,
 * and nothing begins from what is known of it here.
 */
export async function leftAlone({ store, pairId, holds, agreed }: OfPair): Promise<ReadonlySet<string>> {
  const all = openRelayed(store)
  const { records } = await all.list()
  const found = new Set<string>()
  for (const { key, value } of records) {
    if (value.pair !== pairId || value.spent) continue
    const isHeld = ({ path, at }: RelayedFile) => holds?.(key, path) ?? Date.now() - at < FORGOTTEN_MS
    const letGo = (now: RelayedFile | null) =>
      now && !now.spent && !isHeld(now) ? spentOf(now, agreed(now.path)) : null
    const now = isHeld(value) ? value : await all.change(key, letGo)
    if (now && !now.spent) found.add(now.path)
  }
  return found
}

/** The file is the sync's. @param agreed the hash of what the sync knows as common */
export function spentOf({ pair, path }: RelayedFile, agreed: string | null): RelayedFile {
  const at = Date.now()
  return { pair, path, at, there: null, base: null, spent: { at, agreed } }
}
