import { randomBytes } from 'node:crypto'
import { urlOf } from '../../common/api/url'
import type { ServiceEventBody } from '../../common/api/events'
import type { Person } from '../../common/person'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Choices } from '../../common/formats'
import type {
  RemoteFolder,
  RemoteVersions,
  SyncActivity,
  SyncConflict,
  SyncConflictDetail,
  SyncDecision,
  SyncFiles,
  SyncOverview,
  SyncPair,
  SyncSurvey
} from '../../common/sync'
import { syncKey } from '../../common/sync'
import { configPathOf } from '../configs/config-file'
import { answers } from '../outgoing'
import { openSecrets, type SecretKeeper } from '../secrets'
import { leavesOut } from '../../common/sync/left-out'
import type { Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'
import type { Workers } from '../workers'
import { activityLog, openActivity } from './activity'
import { openAsk, type Ask } from './ask'
import { localConfigs } from './config-sides'
import { decideConflict, openConflictsOf, showConflict, type Deciding } from './decide'
import { createPairStates, type PairStates } from './file-states'
import { keepRefused } from './refused'
import { localSide, storeContents } from './local-store'
import {
  asRemoteTrouble,
  remoteContent,
  remoteExists,
  remoteVersionContent,
  remoteVersionsOf
} from './remote-history'
import { pathThere } from './remote-http'
import { openMemory, type PairMemory } from './pair-memory'
import { createRunner, pairRuns, type Pace, type Runner, type RunRequest } from './runner'
import { mergingFor } from './merging'
import type { RunReport } from './run-pair'
import { isSite, openSyncSettings, pairPath, type Pair, type Remote } from './settings'
import { openRemotes, type Remotes } from './sign-in/remotes'
import type { ConflictSide, KeptSide } from './side-answer'
import { folderOf, folderPath, survey } from './survey'
import { forgetGoneHere } from './taken-in'
import { decisionsOf, undoDecision } from './undo'

export type { RunReport } from './run-pair'

interface SyncingParts {
  readonly store: Store
  /** Where files are merged. */
  readonly workers: Workers
  /** Who stands for what a sync changes here. */
  readonly by: () => Person
  /** The service folder's name here, without its dot. */
  readonly serviceFolder: () => Promise<string>
  /** Told when a state changes. */
  readonly onChange?: () => void
  readonly report: (error: unknown) => void
  /** Whether pairs run by themselves: when something changes, and now and then. */
  readonly byItself: boolean
  /** Asked before anything is asked of a server (T1). */
  readonly trust: Pick<WorkspaceTrust, 'requireOutgoing'>
  readonly secrets?: SecretKeeper
  /** A token for this run only, whatever the keychain has. */
  readonly token?: string
  /** Opens an address in the person's browser; absent where there is none. */
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
  /** For tests. */
  readonly pace?: Partial<Pace> | undefined
}

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
export interface Syncing {
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
  conflicts(id: string): Promise<SyncConflict[]>
  conflict(id: string, key: string, choices: Choices): Promise<SyncConflictDetail>
  decide(
    id: string,
    key: string,
    decision: { readonly choices: Choices; readonly state: string; readonly keepBoth: boolean }
  ): Promise<{ readonly path: string; readonly beside: string | null }>
  /** One side of a conflict. @throws GalleyError not-found when it has none */
  side(id: string, key: string, side: ConflictSide): Promise<KeptSide>
  /** What of the pair, or of a folder of it, is not in sync; from memory. @param folder default: all */
  files(id: string, options: { readonly folder: string | null; readonly limit: number }): Promise<SyncFiles>
  /** The history of a file on the server. @param path here @throws GalleyError unreachable when offline */
  remoteVersions(id: string, path: string): Promise<RemoteVersions>
  /** @param url of a version; null: what the server has now */
  remoteVersion(id: string, path: string, url: string | null): Promise<Uint8Array>
  decisions(id: string): Promise<SyncDecision[]>
  /** What the runs of a pair did, newest first (Y35). */
  activity(id: string): Promise<SyncActivity[]>
  undo(id: string, key: string): Promise<{ readonly path: string; readonly removed: string | null }>
  folder(remoteId: string, path: string): Promise<RemoteFolder>
  survey(remoteId: string, folders: { readonly remote: string; readonly local: string }): Promise<SyncSurvey>
  close(): Promise<void>
}

export function openSyncing(parts: SyncingParts): Syncing {
  const { store, by } = parts
  const secrets = parts.secrets ?? openSecrets(store.id)
  const settings = openSyncSettings(store)
  const memories = new Map<string, Promise<PairMemory>>()
  const runners = new Map<string, Runner>()
  const states = new Map<string, PairStates>()
  const remotes = openRemotes({
    settings,
    secrets,
    person: () => by().email,
    token: parts.token,
    trust: parts.trust,
    openAddress: parts.openAddress,
    onChange: () => parts.onChange?.(),
    onAccess: (id) => void beginAgain(id).catch(parts.report),
    report: parts.report
  })
  const remoteOf = (id: string) => remotes.find(id)

  const memoryOf = (pair: Pair): Promise<PairMemory> => {
    const known = memories.get(pair.id) ?? openMemory(store, pair.id)
    memories.set(pair.id, known)
    return known
  }
  const askFor = (
    remote: Remote,
    more: { readonly signal?: AbortSignal; readonly tries?: number } = {}
  ): Ask =>
    openAsk({
      base: remote.base,
      ...remotes.access(remote),
      ...more
    })
  /** Where a person waits for the answer. */
  const askOnce = (remote: Remote) => askFor(remote, { tries: 1 })

  async function pairOf(id: string): Promise<{ pair: Pair; remote: Remote }> {
    const value = await settings.read()
    const pair = value.pairs.find((one) => one.id === id)
    const remote = value.remotes.find((one) => one.id === pair?.remoteId)
    if (!pair || !remote) throw missing('pair', id)
    return { pair, remote }
  }

  /** Who signed in, or gave a token, need not wait for the next run. */
  async function beginAgain(remoteId: string): Promise<void> {
    const value = await settings.read()
    for (const pair of value.pairs)
      if (parts.byItself && pair.remoteId === remoteId && !pair.paused) runnerOf(pair).begin()
  }

  function runnerOf(pair: Pair): Runner {
    const known = runners.get(pair.id)
    if (known) return known
    const runner = createRunner({
      store,
      workers: parts.workers,
      by,
      serviceFolder: parts.serviceFolder,
      memory: () => memoryOf(pair),
      forgetMemory: () => void memories.delete(pair.id),
      pair: async () => (await pairOf(pair.id)).pair,
      ask: async (signal) => askFor((await pairOf(pair.id)).remote, { signal }),
      answers: async () => {
        const { pair: now, remote } = await pairOf(pair.id)
        return answersAtAll(askOnce(remote), contentPath(now.remote))
      },
      onChange: () => parts.onChange?.(),
      keep: async (at, deeds) => (await openActivity(store, pair.id)).add(at, deeds),
      patient: !parts.byItself,
      pace: parts.pace,
      watch: (kind) => statesOf(pair).watch(kind),
      report: parts.report
    })
    runners.set(pair.id, runner)
    return runner
  }

  function statesOf(pair: Pair): PairStates {
    const root = contentPath(pair.local)
    const known =
      states.get(pair.id) ??
      createPairStates({
        store,
        root,
        files: localSide(store, root, by),
        configs: localConfigs(store, root, by),
        memory: () => memoryOf(pair),
        leavesOut: async () => leavesOut((await pairOf(pair.id)).pair.leaveOut)
      })
    states.set(pair.id, known)
    return known
  }

  /** The path on the server of a file here. @throws bad-request when it is in another folder */
  async function thereOf(pair: Pair, path: string): Promise<ContentPath> {
    const whole = within(pair, path)
    const relative = whole.slice(pair.local.length)
    const { files } = await memoryOf(pair)
    const known = files.files.get(syncKey(relative))?.agreed?.remotePath
    const names = { local: await parts.serviceFolder(), remote: pair.serviceFolder }
    const place = {
      root: pair.remote,
      serviceFolder: isSite(pair.local) && isSite(pair.remote) ? names : null
    }
    return pathThere(place, known ?? (pair.lowerCase ? relative.toLowerCase() : relative))
  }

  async function stopPair(id: string): Promise<void> {
    await runners.get(id)?.close()
    runners.delete(id)
    memories.delete(id)
    states.delete(id)
    await store.sync.forget(id)
    await store.sync.forget(activityLog(id))
    await store.records(pairRuns.kind, pairRuns.parse).remove(id)
  }

  /** The files of the pair, or its configs, by what stands before the key. */
  async function decidingAt(id: string, key: string): Promise<{ deciding: Deciding; key: string }> {
    const { pair } = await pairOf(id)
    const isConfig = key.startsWith('config ')
    return { deciding: await decidingOf(pair, isConfig), key: isConfig ? key.slice('config '.length) : key }
  }

  async function decidingOf(pair: Pair, isConfig: boolean): Promise<Deciding> {
    const memory = await memoryOf(pair)
    const root = contentPath(pair.local)
    return {
      isConfig,
      local: isConfig ? localConfigs(store, root, by) : localSide(store, root, by),
      memory: isConfig ? memory.configs : memory.files,
      contents: storeContents(store),
      merge: mergingFor(parts, pair, await parts.serviceFolder())
    }
  }

  async function toldPair(pair: Pair): Promise<SyncPair> {
    const memory = await memoryOf(pair)
    const status = runnerOf(pair).status()
    const conflicts = memory.conflicts()
    // decided ones need nobody any more
    const state = conflicts > 0 && status.state === 'synced' ? 'attention' : status.state
    return { ...pair, status: { ...status, state, conflicts } }
  }

  const unsubscribe = store.subscribe((event) => {
    for (const one of states.values()) one.changed(event)
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
        pairs: await Promise.all(value.pairs.map(toldPair))
      }
    },
    remotes,
    async removeRemote(id) {
      await remoteOf(id)
      for (const pair of (await settings.read()).pairs) if (pair.remoteId === id) await stopPair(pair.id)
      await remotes.remove(id)
    },
    async addPair(request) {
      await remoteOf(request.remoteId)
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
      const overlapping = (await settings.read()).pairs.find(
        (one) => isWithin(local, contentPath(one.local)) || isWithin(contentPath(one.local), local)
      )
      if (overlapping)
        throw new GalleyError('exists', `${overlapping.local} is paired already. A folder has one partner.`, {
          where: 'local'
        })
      await settings.update((value) => ({ ...value, pairs: [...value.pairs, pair] }))
      if (parts.byItself) runnerOf(pair).begin()
      parts.onChange?.()
      return pair.id
    },
    async changePair(id, change) {
      const { pair: before } = await pairOf(id)
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
      const { pair } = await pairOf(id)
      if (leaveOut && wasRunning && pair.paused) runner.run().catch(() => undefined)
      if (pair.paused) runnerOf(pair).rest()
      else if (parts.byItself) runnerOf(pair).begin()
      parts.onChange?.()
    },
    async removePair(id) {
      await pairOf(id)
      await stopPair(id)
      await settings.update((value) => ({ ...value, pairs: value.pairs.filter((one) => one.id !== id) }))
      parts.onChange?.()
    },
    async run(id, options = {}) {
      parts.trust.requireOutgoing()
      return runnerOf((await pairOf(id)).pair).run(options)
    },
    async begin(id, { approved, refused, paths }) {
      parts.trust.requireOutgoing()
      const { pair } = await pairOf(id)
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
      await pairOf(id)
      runners.get(id)?.stop()
    },
    async conflicts(id) {
      const { pair } = await pairOf(id)
      return [
        ...openConflictsOf(await decidingOf(pair, false)),
        ...openConflictsOf(await decidingOf(pair, true))
      ]
    },
    async conflict(id, key, choices) {
      const at = await decidingAt(id, key)
      return showConflict(at.deciding, at.key, choices)
    },
    async decide(id, key, decision) {
      const at = await decidingAt(id, key)
      const decided = await decideConflict(at.deciding, at.key, decision)
      if (parts.byItself) runnerOf((await pairOf(id)).pair).soon()
      parts.onChange?.()
      return decided
    },
    async side(id, key, side) {
      const at = await decidingAt(id, key)
      const conflict = at.deciding.memory.files.get(at.key)?.conflict
      const hash = conflict?.[side]
      const kept = hash == null ? null : await store.sync.openContent(hash)
      if (conflict && kept) return { path: conflict.path, ...kept }
      throw new GalleyError('not-found', 'There is no such side of a conflict (any more).', { where: key })
    },
    async files(id, { folder, limit }) {
      const { pair } = await pairOf(id)
      const below = folder === null ? contentPath(pair.local) : within(pair, folder)
      return { pairId: id, local: pair.local, ...(await statesOf(pair).read(below, limit)) }
    },
    async remoteVersions(id, path) {
      const { pair, remote } = await pairOf(id)
      const there = await thereOf(pair, path)
      return asRemoteTrouble(async () => {
        const ask = askOnce(remote)
        const [exists, versions] = await Promise.all([remoteExists(ask, there), remoteVersionsOf(ask, there)])
        return { pairId: id, remote: remote.name, path: there, exists, versions }
      })
    },
    async remoteVersion(id, path, url) {
      const { pair, remote } = await pairOf(id)
      const there = await thereOf(pair, path)
      const bytes = await asRemoteTrouble(() =>
        url === null ? remoteContent(askOnce(remote), there) : remoteVersionContent(askOnce(remote), url)
      )
      if (!bytes)
        throw new GalleyError('not-found', 'The server does not have this file now.', { where: there })
      return bytes
    },
    async activity(id) {
      const { pair } = await pairOf(id)
      return (await openActivity(store, pair.id)).list()
    },
    async decisions(id) {
      const { pair } = await pairOf(id)
      return [
        ...decisionsOf(await decidingOf(pair, false)),
        ...decisionsOf(await decidingOf(pair, true))
      ].sort((a, b) => b.at - a.at)
    },
    async undo(id, key) {
      const { pair } = await pairOf(id)
      const done = await runnerOf(pair).between(async () => {
        const at = await decidingAt(id, key)
        return undoDecision(at.deciding, at.key)
      })
      parts.onChange?.()
      return done
    },
    folder: async (remoteId, path) => {
      const remote = await remoteOf(remoteId)
      const at = folderPath(path)
      return asRemoteTrouble(() => folderOf(askOnce(remote), at))
    },
    survey: async (remoteId, folders) => {
      const remote = await remoteOf(remoteId)
      const places = { remote: pairPath(folders.remote, 'remote'), local: pairPath(folders.local, 'local') }
      return asRemoteTrouble(() => survey(askOnce(remote), store, places))
    },
    async close() {
      unsubscribe()
      await Promise.all([...[...runners.values()].map((runner) => runner.close()), remotes.close()])
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

/** Every answer is one, also a refusal: what it is, the next run finds out. */
async function answersAtAll(ask: Ask, root: ContentPath): Promise<boolean> {
  try {
    await ask('HEAD', urlOf('list', { at: root }), { ok: [200, 404], limits: answers.test })
    return true
  } catch (error) {
    return error instanceof GalleyError && error.reason !== 'unreachable'
  }
}

/** @throws bad-request for what is not in the folder of the pair */
function within(pair: Pair, text: string): ContentPath {
  const path = contentPath(text)
  if (isWithin(path, contentPath(pair.local))) return path
  throw new GalleyError('bad-request', `This is not in ${pair.local}.`, { where: text })
}

const newId = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}`

const missing = (what: string, id: string) =>
  new GalleyError('not-found', `There is no such ${what}.`, { where: id })
