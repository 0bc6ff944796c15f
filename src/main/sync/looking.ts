import { type Operation, type Plan, type SyncKey } from '../../common/sync'
import type { Fetched, PassFacts } from './facts'
import type { Trees } from './trees'
import type { SyncWorld } from './world'

const MOST_BYTES_HELD = 64 * 1024 * 1024

/** Asks the server for what its lists do not tell. */
export class Looking {
  /** Carried out while looking. */
  readonly early: Operation[] = []
  private held = 0

  constructor(
    private readonly world: SyncWorld,
    private readonly facts: PassFacts,
    private readonly trees: Trees,
    private readonly carry: (step: Operation) => Promise<void>
  ) {}

  /** Does a `look` or a `confirm`. */
  async learn(step: Operation): Promise<void> {
    if (step.kind === 'look') await this.look(step.key, step.remotePath)
    else if (step.kind === 'confirm') await this.confirm(step.key, step.remotePath)
  }

  /**
   * Reads a remote file that may have changed; what follows for this file alone is done at once, while its
   * bytes are at hand.
   */
  private async look(key: SyncKey, remotePath: string): Promise<void> {
    const { remote, memory } = this.world
    const { agreed } = memory.files.get(key) ?? {}
    const there = await remote.read(remotePath, agreed?.etag ?? null)
    if (there.kind === 'gone') {
      // the list says that it is there: one of the two is not true
      this.trees.unknown.push(key)
      return
    }
    if (there.kind === 'same') {
      if (!agreed) return
      this.trees.remote.set(key, { ...this.trees.remote.get(key), path: remotePath, hash: agreed.hash })
      await this.rememberEtag(key, agreed.hash, agreed.etag)
      return
    }
    const { content, etag, theirs } = there
    const fetched = { content, hash: content.hash, etag, theirs }
    let isKept = false
    try {
      isKept = await this.looked(key, remotePath, fetched)
    } finally {
      if (!isKept) {
        this.facts.fetched.delete(key)
        await there.content.drop()
      }
    }
  }

  /** @returns whether the bytes are still needed */
  private async looked(key: SyncKey, remotePath: string, fetched: Fetched): Promise<boolean> {
    const { hash, content } = fetched
    this.trees.remote.set(key, { ...this.trees.remote.get(key), path: remotePath, hash })
    await this.rememberEtag(key, hash, fetched.etag)
    this.facts.fetched.set(key, fetched)
    const [own] = this.trees.planOf(key).operations
    if (
      own &&
      !this.world.options.dryRun &&
      !this.trees.mayBeRenamed(key, hash) &&
      (own.kind === 'pull' || own.kind === 'merge' || own.kind === 'adopt')
    ) {
      this.trees.ahead.add(key)
      this.early.push(own)
      await this.carry(own)
    }
    this.held += content.bytes?.length ?? 0
    return content.bytes !== null && this.held <= MOST_BYTES_HELD && own?.kind === 'push'
  }

  /** The same bytes under another ETag or time: next time nobody needs to read them. */
  private async rememberEtag(key: SyncKey, hash: string, etag: string | null): Promise<void> {
    const known = this.world.memory.files.get(key)
    const lastModified = this.facts.observed.items.get(key)?.lastModified ?? null
    if (!known?.agreed || known.agreed.hash !== hash || this.world.options.dryRun) return
    if (known.agreed.etag === etag && known.agreed.lastModified === lastModified) return
    await this.world.memory.put(key, { ...known, agreed: { ...known.agreed, etag, lastModified } })
  }

  /**
   * What was sent, and not received, has got its id there since: so it is known there when it is moved (Y7).
   */
  async learnIds({ operations }: Plan): Promise<void> {
    const { files } = this.world.memory
    const busy = new Set(
      operations.flatMap((step) =>
        'from' in step && typeof step.from !== 'string' ? [step.key, step.from.key] : [step.key]
      )
    )
    const learned = [...this.facts.observed.items].flatMap(([key, { id, path }]) => {
      const known = files.get(key)
      const isNews = id !== null && known?.agreed?.remotePath === path && known.agreed.remoteId !== id
      const isSame = known?.agreed && this.trees.remote.get(key)?.hash === known.agreed.hash
      return isNews && isSame && !known.intent && !busy.has(key) ? [{ key, known, id }] : []
    })
    await Promise.all(
      learned.map(({ key, known: { agreed, ...rest }, id }) =>
        agreed ? this.world.memory.put(key, { ...rest, agreed: { ...agreed, remoteId: id } }) : undefined
      )
    )
  }

  /** Missing in its list: it must be missing when asked for, in this pass and in an earlier one (Y2). */
  private async confirm(key: SyncKey, remotePath: string): Promise<void> {
    const { suspects, pass, remote } = this.world
    if ((await remote.head(remotePath)).kind === 'file') {
      suspects.delete(key)
      this.trees.unknown.push(key)
      return
    }
    const since = suspects.get(key)
    if (since === undefined) suspects.set(key, pass)
    else if (since < pass) this.trees.gone.add(key)
  }
}
