import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { RoomEntry, RoomLog, Store } from '../store/types'

/** When logs are looked through. Milliseconds. */
export interface KeptTimes {
  /** After the start: nothing competes with a window that opens. */
  readonly begin: number
  /** Between two documents, and after the last one. */
  readonly rest: number
  readonly again: number
  /** A log of a document that nobody was in for so long goes, when its file holds all of it (RT8). */
  readonly keep: number
}

interface KeeperParts {
  readonly store: Store
  readonly report: (error: unknown) => void
  /** Null: logs are not looked through. */
  readonly times: KeptTimes | null | undefined
  /** Whether somebody is in the document, or was a moment ago: it is saved by its room. */
  isBusy(fileId: string): boolean
  /** Writes into the file what is in the log alone; false where that failed and is tried again. */
  save(fileId: string, path: ContentPath): Promise<boolean>
  drop(fileId: string): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
const usual: KeptTimes = { begin: 60_000, rest: 50, again: DAY_MS, keep: 30 * DAY_MS }

/**
 * Looks after the logs of documents that nobody is in, one after the other: what was acknowledged and did not
 * get into its file, because the service ended, gets there (RT6); what nobody will come back to goes. The log
 * of a file in the trash stays as long as that is there.
 */
export function openKeeper({ store, report, times = usual, isBusy, save, drop }: KeeperParts) {
  const done = store.document('rooms', (value) => seen.parse(value ?? {}), seen.parse({}))
  const ending = new AbortController()
  const { signal } = ending
  const running = times && lookNowAndThen(times).catch(endedOr(report))

  async function lookNowAndThen({ begin, again, ...how }: KeptTimes): Promise<void> {
    for (let wait = begin; ; wait = again) {
      await sleep(wait, undefined, { signal, ref: false })
      await look(how).catch(endedOr(report))
    }
  }

  async function look({ rest, keep }: Pick<KeptTimes, 'rest' | 'keep'>): Promise<void> {
    const now = Date.now()
    const { until } = await done.read()
    const logs = [...(await store.rooms.list())].sort((one, other) => one.at - other.at)
    let next = now
    for (const log of logs) {
      const isOld = log.at < now - keep
      // a time that is still to come is no time
      if (!isOld && log.at < until && until <= now) continue
      if (!(await settled(log, isOld))) next = Math.min(next, log.at)
      await sleep(rest, undefined, { signal, ref: false })
    }
    if (next !== until && logs.length > 0) await done.update(() => ({ until: next }))
  }

  /** @returns false when it is to be tried again at the next start */
  async function settled({ fileId, path }: RoomLog, isOld: boolean): Promise<boolean> {
    if (isBusy(fileId)) return false
    try {
      const log = await store.rooms.load(fileId)
      if (!log || isBusy(fileId)) return log === null
      if (path === null) return !hasWords(log.entries)
      if (log.whole && !hasWords(log.entries)) {
        if (isOld) await drop(fileId)
        return true
      }
      return await save(fileId, path)
    } catch (error) {
      // what the file holds by now is nothing to write in together: the log is for who looks for the words
      if (error instanceof GalleyError) return noText.has(error.reason)
      report(error)
      return false
    }
  }

  return {
    async close(): Promise<void> {
      ending.abort()
      await running
    }
  }
}

const noText: ReadonlySet<string> = new Set(['too-large', 'bad-request', 'unsupported'])

/** Logs that were written before this have nothing that their file lacks. Unix milliseconds. */
const seen = z.object({ until: z.number().default(0) })

/** Whether a log may tell of something that its file did not hold when it was written. */
function hasWords(entries: readonly RoomEntry[]): boolean {
  let is = false
  let sinceSaving = false
  for (const { kind } of entries) {
    if (kind === 'update' || kind === 'outside') is = sinceSaving = true
    else if (kind === 'saving') sinceSaving = false
    else if (kind === 'saved') is = sinceSaving
    else if (kind === 'state') is = false
  }
  return is
}

const endedOr =
  (report: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!(error instanceof Error && error.name === 'AbortError')) report(error)
  }
