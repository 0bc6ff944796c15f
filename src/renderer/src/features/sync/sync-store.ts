import type { ServiceEvent } from '../../../../common/api/events'
import type { SyncOverview } from '../../../../common/sync'
import { onServiceEvent, sentenceOf } from '../../api'
import { sync } from '../../api/sync'
import { createStore, useSelected, useStore } from '../../state/store'
import { indexFiles, noFiles, type PairFiles } from './pair-files'

/** Remotes, pairs, and what of each is not in sync, as last told. */
export interface SyncNow {
  /** Null while it is read. */
  readonly overview: SyncOverview | null
  readonly problem: string | null
  /** By the id of their pair. */
  readonly files: ReadonlyMap<string, PairFiles>
  /** Of each run under way, how far it was when it was first seen, and when last. */
  readonly runs: ReadonlyMap<string, { readonly first: Sample; readonly last: Sample }>
}

/** How far a run was at a time of a clock that only goes on. */
export interface Sample {
  readonly at: number
  readonly done: number
}

/** Told together when they come together. Milliseconds. */
const SETTLE = 150
/** With this many files waiting, their list is not read again more often than so. */
const MANY = 1_000
const MANY_SETTLE = 1_500
/** Files of a pair that are told one by one. Beyond them the folders still tell. */
const MOST = 10_000

const nothing: SyncNow = { overview: null, problem: null, files: new Map(), runs: new Map() }
const now = createStore(nothing, follow, SETTLE)
let isFollowed = false
let timer: ReturnType<typeof setTimeout> | undefined
let isReading = false
let isStale = false

/** What is true about the sync of this workspace, kept so by events; read once for all who show it. */
export const useSync = (): SyncNow => useStore(now)

/** What `select` takes out of it; drawn anew only when that changes. */
export function useSyncPart<T>(select: (state: SyncNow) => T): T {
  return useSelected(now, select)
}

export const syncNow = now.now

/** Reads it again; resolves when that is done. */
export async function reloadSync(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (isReading) {
    isStale = true
    return
  }
  isReading = true
  isStale = false
  try {
    const overview = await sync.overview()
    const files = await Promise.all(overview.pairs.map(async ({ id }) => [id, await filesOf(id)] as const))
    now.set({ overview, problem: null, files: new Map(files), runs: runsOf(overview) })
  } catch (error) {
    now.set({ ...syncNow(), problem: sentenceOf(error) })
  }
  isReading = false
  if (isStale && isFollowed) later()
}

function runsOf({ pairs }: SyncOverview): SyncNow['runs'] {
  const at = performance.now()
  return new Map(
    pairs.flatMap(({ id, status: { progress } }) => {
      if (!progress) return []
      const last = { at, done: progress.done }
      const first = syncNow().runs.get(id)?.first
      // another pass begins at nought again
      return [[id, { first: first && first.done <= last.done ? first : last, last }] as const]
    })
  )
}

/** What cannot be told now is as it was; a pair that has just gone has no files. */
const filesOf = (id: string): Promise<PairFiles> =>
  sync.files(id, { limit: MOST }).then(indexFiles, () => syncNow().files.get(id) ?? noFiles)

function follow(): () => void {
  isFollowed = true
  const stop = onServiceEvent(hear)
  void reloadSync()
  return () => {
    isFollowed = false
    stop()
    clearTimeout(timer)
    timer = undefined
    now.set(nothing)
  }
}

function hear(event: ServiceEvent): void {
  if (event.type === 'sync' || event.type === 'hello') later()
}

function later(): void {
  const waiting = [...syncNow().files.values()].reduce((sum, { files }) => sum + files.size, 0)
  timer ??= setTimeout(() => void reloadSync(), waiting > MANY ? MANY_SETTLE : SETTLE)
}
