import { urlOf } from '../../common/api/url'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { syncKey } from '../../common/sync'
import { leavesOut } from '../../common/sync/left-out'
import { answers } from '../outgoing'
import { openSecrets } from '../secrets'
import type { StoreDocument } from '../store/types'
import { activityLog, openActivity } from './activity'
import { openAsk, type Ask } from './ask'
import { localConfigs } from './config-sides'
import { createPairStates, type PairStates } from './file-states'
import { localSide } from './local-store'
import { openMemory, type PairMemory } from './pair-memory'
import { leftAlone } from './relayed'
import type { SyncingParts } from './parts'
import { pairRuns } from './pair-lease'
import { createRunner, type Runner } from './runner'
import { openSyncSettings, type Pair, type Remote, type SyncSettings } from './settings'
import { openRemotes, type Remotes } from './sign-in/remotes'

/** The pairs of a workspace, and what is open of each: its memory, its runner, the states of its files. */
export interface Pairs {
  readonly settings: StoreDocument<SyncSettings>
  readonly remotes: Remotes
  /** @throws GalleyError not-found */
  find(id: string): Promise<{ readonly pair: Pair; readonly remote: Remote }>
  memoryOf(pair: Pair): Promise<PairMemory>
  runnerOf(pair: Pair): Runner
  statesOf(pair: Pair): PairStates
  /** States that somebody has asked for. */
  openStates(): Iterable<PairStates>
  /** Asks where a person waits for the answer. */
  askOnce(remote: Remote): Ask
  /** As `askOnce`, until the signal ends it. */
  askUntil(remote: Remote, signal?: AbortSignal): Ask
  /** Whether the server of a pair answers anything. */
  answers(pair: Pair): Promise<boolean>
  stop(id: string): void
  /** Ends what runs, and forgets what was known; the files stay. */
  forget(id: string): Promise<void>
  close(): Promise<void>
}

export function openPairs(parts: SyncingParts): Pairs {
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

  async function answers({ id }: Pair): Promise<boolean> {
    const { pair, remote } = await pairOf(id)
    return answersAtAll(askOnce(remote), contentPath(pair.remote))
  }

  function runnerOf(pair: Pair): Runner {
    const known = runners.get(pair.id)
    if (known) return known
    const runner = createRunner({
      store,
      workers: parts.workers,
      by,
      saveFirst: parts.saveFirst,
      leftAlone: async () => {
        const { files } = (await memoryOf(pair)).files
        const agreed = (path: string) =>
          files.get(syncKey(path.slice(pair.local.length)))?.agreed?.hash ?? null
        return leftAlone({ store, pairId: pair.id, holds: parts.holds, agreed })
      },
      serviceFolder: parts.serviceFolder,
      memory: () => memoryOf(pair),
      forgetMemory: () => void memories.delete(pair.id),
      pair: async () => (await pairOf(pair.id)).pair,
      ask: async (signal) => askFor((await pairOf(pair.id)).remote, { signal }),
      answers: () => answers(pair),
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

  async function forget(id: string): Promise<void> {
    await runners.get(id)?.close()
    runners.delete(id)
    memories.delete(id)
    states.delete(id)
    await store.sync.forget(id)
    await store.sync.forget(activityLog(id))
    await store.records(pairRuns.kind, pairRuns.parse).remove(id)
  }

  return {
    settings,
    remotes,
    find: pairOf,
    memoryOf,
    runnerOf,
    statesOf,
    openStates: () => states.values(),
    askOnce,
    answers,
    askUntil: (remote, signal) => askFor(remote, { tries: 1, ...(signal && { signal }) }),
    stop: (id) => runners.get(id)?.stop(),
    forget,
    async close() {
      await Promise.all([...[...runners.values()].map((runner) => runner.close()), remotes.close()])
    }
  }
}

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
export function within(pair: Pair, text: string): ContentPath {
  const path = contentPath(text)
  if (isWithin(path, contentPath(pair.local))) return path
  throw new GalleyError('bad-request', sentence`This is not in ${{ folder: pair.local }}.`, { where: text })
}

const missing = (what: string, id: string) =>
  new GalleyError('not-found', sentence`There is no such ${{ what }}.`, { where: id })
