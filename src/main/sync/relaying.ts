import { urlOf } from '../../common/api/url'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { syncKey } from '../../common/sync'
import { leavesOut } from '../../common/sync/left-out'
import { answers } from '../outgoing'
import type { Ask } from './ask'
import { decisionFor } from './memory'
import type { Pairs } from './pairs'
import type { SyncingParts } from './parts'
import { placeThere } from './remote-reading'
import type { Pair, Remote } from './settings'
import { hashIn } from './trust'

/** What a relay needs of the pair that a file is in (RT13). */
export interface PairedFile {
  /** Of the pair. */
  readonly pair: string
  /** What the server is called here. */
  readonly server: string
  /** Its host. */
  readonly host: string
  readonly there: ContentPath
  /** Asks the server, until the signal ends it; each question once. */
  ask(signal?: AbortSignal): Ask
  /**
   * Does something while nobody syncs the pair.
   * @throws GalleyError exists while somebody does
   */
  atRest<T>(work: () => Promise<T>): Promise<T>
  /** Has the pair be looked at soon. */
  look(): void
  /** What both sides had last, where that is known for certain: its hash, and its bytes. */
  common(): Promise<{ readonly hash: string; readonly bytes: Uint8Array } | null>
  /** Has the sync go on from this, as what both sides had last. Nothing is done where something of the file is open. */
  agree(bytes: Uint8Array): Promise<void>
  /** Whether the server answers anything. */
  answers(): Promise<boolean>
  /** The hash of what the server has; null where that cannot be told. */
  hashThere(): Promise<string | null>
}

/** What pairs let others do with a file. */
export interface Relaying {
  /** Null: the file is in no pair that syncs by itself. */
  fileAt(path: ContentPath): Promise<PairedFile | null>
}

export function openRelaying(parts: Pick<SyncingParts, 'store' | 'serviceFolder'>, pairs: Pairs): Relaying {
  const { store } = parts

  /** What is remembered of a file, of which nothing is open. */
  async function known(pair: Pair, path: ContentPath) {
    const { files: memory } = await pairs.memoryOf(pair)
    const key = syncKey(path.slice(pair.local.length))
    const { agreed, intent, conflict, ...more } = memory.files.get(key) ?? {}
    return !agreed || intent || conflict || agreed.altered ? null : { memory, key, agreed, more }
  }

  async function agree(pair: Pair, path: ContentPath, bytes: Uint8Array): Promise<void> {
    const found = await known(pair, path)
    if (!found) return
    const { memory, key, agreed, more } = found
    const hash = await store.sync.keep(bytes)
    await memory.put(key, {
      agreed: { ...agreed, hash, etag: null, lastModified: null },
      ...decisionFor(more, hash)
    })
  }

  async function common(pair: Pair, path: ContentPath) {
    const found = await known(pair, path)
    if (!found) return null
    const { hash } = found.agreed
    const bytes = await store.sync.content(hash)
    return bytes && { hash, bytes }
  }

  async function hashThere(remote: Remote, there: ContentPath): Promise<string | null> {
    const asked = { ok: [200, 404], limits: answers.test }
    const answer = await pairs.askOnce(remote)('HEAD', urlOf('readFile', { at: there }), asked)
    return (answer.status === 200 && hashIn(answer.headers.get('ETag'))) || null
  }

  return {
    async fileAt(path) {
      const value = await pairs.settings.read()
      const pair = value.pairs.find(({ local }) => isWithin(path, contentPath(local)))
      const remote = value.remotes.find(({ id }) => id === pair?.remoteId)
      if (!pair || !remote || pair.paused || leavesOut(pair.leaveOut)(path.slice(pair.local.length)))
        return null
      const there = await placeThere(parts, pairs, pair, path)
      const runner = pairs.runnerOf(pair)
      return {
        pair: pair.id,
        server: remote.name,
        host: new URL(remote.base).host,
        there,
        ask: (signal) => pairs.askUntil(remote, signal),
        async atRest(work) {
          if (runner.status().state === 'running')
            throw new GalleyError('exists', 'This pair is being synced already.', { where: pair.id })
          return runner.between(work)
        },
        look: () => runner.soon(),
        common: () => common(pair, path),
        agree: (bytes) => runner.between(() => agree(pair, path, bytes)),
        answers: () => pairs.answers(pair),
        hashThere: () => hashThere(remote, there)
      }
    }
  }
}
