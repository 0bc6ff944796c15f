import type { SyncActivity } from '../../common/sync'
import { syncActivity } from '../../common/sync/shapes'
import type { Store } from '../store/types'
import type { AppliedChange } from './world'

/** What the runs of a pair did, kept for people (Y35). */
interface Activity {
  /**
   * Resolves, durably, when a run that did something is written down.
   * @param at when it ended, Unix milliseconds
   */
  add(at: number, deeds: readonly AppliedChange[]): Promise<void>
  /** Newest first. */
  list(): Promise<SyncActivity[]>
}

const RUNS_KEPT = 200
const DEEDS_KEPT = 500

/** The log of its own that the activity of a pair is kept in. */
export const activityLog = (pair: string): string => `${pair}-activity`

export async function openActivity(store: Store, pair: string): Promise<Activity> {
  const log = await store.sync.log(activityLog(pair))
  return {
    async add(at, deeds) {
      if (deeds.length === 0) return
      const kept = [...deeds].sort((a, b) => weight(b) - weight(a)).slice(0, DEEDS_KEPT)
      const more = deeds.length - kept.length
      const before = keysOf(await log.entries())
      const number = Number(before.at(-1) ?? 0) + 1
      await log.put(String(number).padStart(12, '0'), { at, deeds: kept, ...(more > 0 && { more }) })
      for (const key of before.slice(0, Math.max(0, before.length + 1 - RUNS_KEPT))) await log.put(key, null)
    },
    async list() {
      const values = new Map(await log.entries())
      return keysOf(values)
        .reverse()
        .flatMap((key) => syncActivity.safeParse(values.get(key)).data ?? [])
    }
  }
}

const keysOf = (entries: Iterable<readonly [key: string, value: unknown]>): string[] =>
  [...entries]
    .map(([key]) => key)
    .filter((key) => /^\d{12}$/.test(key))
    .sort()

/** Where a run did more than is kept, what a person would not expect stays. */
const weight = ({ did }: AppliedChange): number => (did === 'pulled' || did === 'pushed' ? 0 : 1)
