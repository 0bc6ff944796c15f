import { randomBytes } from 'node:crypto'
import type { ServiceEventBody } from '../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { SyncActivity, SyncFiles, SyncOverview, SyncPair } from '../../common/sync'
import { leavesOut } from '../../common/sync/left-out'
import { configPathOf } from '../configs/config-file'
import { refuseServiceName } from '../permissions/new-organization'
import { openActivity } from './activity'
import { openConflicts, type Conflicts } from './conflicts'
import { localSide } from './local-store'
import { openPairs, within } from './pairs'
import type { SyncingParts } from './parts'
import { keepRefused } from './refused'
import { openRemoteReading, type RemoteReading } from './remote-reading'
import { openRelaying, type Relaying } from './relaying'
import type { RunReport } from './run-pair'
import type { RunRequest } from './runner'
import { pairPath, type Pair } from './settings'
import type { Remotes } from './sign-in/remotes'
import { forgetGoneHere } from './taken-in'

export type { RunReport } from './run-pair'

interface NewPair {
  readonly remoteId: string
  readonly local: string
  readonly remote: string
  readonly serviceFolder?: string | undefined
  readonly lowerCase?: boolean | undefined
  readonly firstSync?: Pair['firstSync'] | undefined
  readonly leaveOut?: Pair['leaveOut'] | undefined
}

interface RefusedDeletions {
  readonly refused: readonly string[]
}

/** Remotes, pairs, runs and conflicts of one workspace (Y1 … Y13). */
export interface Syncing extends Conflicts, RemoteReading {
  overview(): Promise<SyncOverview>
  /** The servers, and what opens them. */
  readonly remotes: Omit<Remotes, 'remove' | 'close'>
  /** Also forgets its pairs; the files stay. */
  removeRemote(id: string): Promise<void>
  addPair(pair: NewPair): Promise<string>
  changePair(
    id: string,
    change: Partial<Pick<Pair, 'paused' | 'firstSync' | 'leaveOut' | 'everyMinutes'>>
  ): Promise<void>
  removePair(id: string): Promise<void>
  /** Runs now, or joins the run under way. */
  run(id: string, options?: RunRequest): Promise<RunReport>
  /** As `run`, without waiting for its end. `refused`: deletions that somebody has said no to. */
  begin(id: string, request: Required<Omit<RunRequest, 'dryRun'>> & RefusedDeletions): Promise<void>
  stop(id: string): Promise<void>
  /** What of the pair, or of a folder of it, is not in sync; from memory. @param folder default: all */
  files(id: string, options: { readonly folder: string | null; readonly limit: number }): Promise<SyncFiles>
  /** For documents that are kept alike while people write in them. */
  readonly relaying: Relaying
  /** What the runs of a pair did, newest first (Y35). */
  activity(id: string): Promise<SyncActivity[]>
  close(): Promise<void>
}

export function openSyncing(parts: SyncingParts): Syncing {
  const { store, by } = parts
  const pairs = openPairs(parts)
  const { settings, remotes, memoryOf, runnerOf, statesOf } = pairs

  async function shownPair(pair: Pair): Promise<SyncPair> {
    const memory = await memoryOf(pair)
    const status = runnerOf(pair).status()
    const conflicts = memory.conflicts()
    // decided ones need nobody any more
    const state = conflicts > 0 && status.state === 'synced' ? 'attention' : status.state
    return { ...pair, status: { ...status, state, conflicts } }
  }

  const unsubscribe = store.subscribe((event) => {
    for (const one of pairs.openStates()) one.changed(event)
    if (!parts.byItself) return
    void settings.read().then((value) => {
      for (const pair of value.pairs)
        if (!pair.paused && concerns(event, contentPath(pair.local)))
          runnerOf(pair).soon('session' in event && event.session !== undefined)
    }, parts.report)
  })
  if (parts.byItself)
    void settings.read().then((value) => {
      for (const pair of value.pairs) if (!pair.paused) runnerOf(pair).begin()
    }, parts.report)

  return {
    async overview() {
      const value = await settings.read()
      return {
        remotes: await remotes.list(),
        pairs: await Promise.all(value.pairs.map(shownPair))
      }
    },
    ...openConflicts(parts, pairs),
    ...openRemoteReading(parts, pairs),
    remotes,
    relaying: openRelaying(parts, pairs),
    async removeRemote(id) {
      await remotes.find(id)
      for (const pair of (await settings.read()).pairs) if (pair.remoteId === id) await pairs.forget(pair.id)
      await remotes.remove(id)
    },
    async addPair(request) {
      await remotes.find(request.remoteId)
      const pair: Pair = {
        id: newId('p'),
        remoteId: request.remoteId,
        local: pairPath(request.local, 'local'),
        remote: pairPath(request.remote, 'remote'),
        serviceFolder: (request.serviceFolder ?? (await parts.serviceFolder())).replace(/^\./, ''),
        lowerCase: request.lowerCase ?? false,
        firstSync: request.firstSync ?? 'ask',
        paused: false,
        ...(request.leaveOut && { leaveOut: request.leaveOut })
      }
      const local = contentPath(pair.local)
      await refuseServiceName(store, local)
      const overlapping = (await settings.read()).pairs.find(
        (one) => isWithin(local, contentPath(one.local)) || isWithin(contentPath(one.local), local)
      )
      if (overlapping)
        throw new GalleyError(
          'exists',
          sentence`${{ folder: overlapping.local }} is paired already. A folder has one partner.`,
          { where: 'local' }
        )
      await settings.update((value) => ({ ...value, pairs: [...value.pairs, pair] }))
      if (parts.byItself) runnerOf(pair).begin()
      parts.onChange?.()
      return pair.id
    },
    async changePair(id, change) {
      const { pair: before } = await pairs.find(id)
      const update = async () =>
        void (await settings.update((value) => ({
          ...value,
          pairs: value.pairs.map((one) => (one.id === id ? { ...one, ...change } : one))
        })))
      const runner = runnerOf(before)
      const wasRunning = runner.status().state === 'running'
      const { leaveOut } = change
      // a run under way goes by what was left out before
      if (leaveOut)
        await runner.between(async () => {
          await forgetGoneHere(await memoryOf(before), localSide(store, contentPath(before.local), by), {
            before: leavesOut(before.leaveOut),
            now: leavesOut(leaveOut)
          })
          await update()
        })
      else await update()
      const { pair } = await pairs.find(id)
      if (leaveOut && wasRunning && pair.paused) runner.run().catch(() => undefined)
      if (pair.paused) runnerOf(pair).rest()
      else if (parts.byItself) runnerOf(pair).begin()
      parts.onChange?.()
    },
    async removePair(id) {
      await pairs.find(id)
      await pairs.forget(id)
      await settings.update((value) => ({ ...value, pairs: value.pairs.filter((one) => one.id !== id) }))
      parts.onChange?.()
    },
    async run(id, options = {}) {
      parts.trust.requireOutgoing()
      return runnerOf((await pairs.find(id)).pair).run(options)
    },
    async begin(id, { approved, refused, paths }) {
      parts.trust.requireOutgoing()
      const { pair } = await pairs.find(id)
      const runner = runnerOf(pair)
      if (refused.length > 0) await runner.between(async () => keepRefused(await memoryOf(pair), refused))
      // how it ends shows in its status
      const request = {
        ...(approved.length > 0 && { approved }),
        // the root of all is no choice
        ...(paths.length > 0 && !paths.includes('/') && { paths })
      }
      runner.run(request).catch(() => undefined)
    },
    async stop(id) {
      await pairs.find(id)
      pairs.stop(id)
    },
    async files(id, { folder, limit }) {
      const { pair } = await pairs.find(id)
      const below = folder === null ? contentPath(pair.local) : within(pair, folder)
      const alike = (parts.alike?.() ?? []).filter((path) => isWithin(path, below))
      const apart = parts.apart?.().filter(({ path }) => isWithin(contentPath(path), below)) ?? null
      return { pairId: id, local: pair.local, ...(await statesOf(pair).read(below, limit)), alike, apart }
    },
    async activity(id) {
      const { pair } = await pairs.find(id)
      return (await openActivity(store, pair.id)).list()
    },
    async close() {
      unsubscribe()
      await pairs.close()
    }
  }
}

/** Whether an event of the store is about a file, folder or config of a pair. */
function concerns(event: ServiceEventBody, local: ContentPath): boolean {
  switch (event.type) {
    case 'config':
    case 'folder':
    case 'file':
      return [event.path, 'from' in event ? event.from : undefined].some(
        (path) => path !== undefined && isWithin(placeOf(contentPath(path)), local)
      )
    default:
      return false
  }
}

/** A config belongs to the path that it is of. */
const placeOf = (path: ContentPath): ContentPath => configPathOf(path) ?? path

const newId = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`
