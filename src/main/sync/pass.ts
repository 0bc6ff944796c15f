import pLimit from 'p-limit'
import { GalleyError } from '../../common/errors'
import {
  planSync,
  syncKey,
  type LocalFile,
  type Operation,
  type Plan,
  type PlanInput,
  type RemoteFile,
  type SyncKey
} from '../../common/sync'
import type { Written } from '../../common/sync/plan'
import { foldersAsWritten } from '../../common/sync/respellings'
import { eachOf } from './at-once'
import { carryOut } from './carry-out'
import type { Fetched, PassFacts } from './facts'
import { adoptIntents } from './intents'
import { statesOf, type FileMemory } from './memory'
import { failureOf, hiddenFolders, observeRemote, remoteFiles } from './observe'
import { followSpelling } from './respell'
import type { AppliedChange, Failure, SyncWorld } from './world'

/** What one pass did and found. */
export interface PassReport {
  readonly deeds: readonly AppliedChange[]
  readonly failures: readonly Failure[]
  /** What the pass left to be done: with nothing left, both sides agree as far as they are known. */
  readonly plan: Plan
  /** Files that both sides have or had. */
  readonly files: number
  /** Something may be left that another pass would do. */
  readonly unfinished: boolean
}

/** Of files whose list tells no ETag, this part is read in each pass, whatever their times say (Y4). */
const SLICES = 50
const MOST_BYTES_HELD = 64 * 1024 * 1024

/**
 * One pass over a pair: observe both sides, look at what may have changed, plan, carry out. What fails is told, and left to the next pass. A
 * failure of this program itself, or of its disk, ends the pass.
 */
export async function runPass(world: SyncWorld): Promise<PassReport> {
  const scan = wholeOrUnknown(await world.local.scan(), world)
  const hidden = hiddenFolders(scan.files, world.memory, world.options.hidden ?? [])
  const observed = await observeRemote(world, hidden)
  await adoptIntents(world, scan.files, observed)
  const local = new Map(scan.files.map((file) => [syncKey(file.path), file]))
  await followSpelling(local, world)
  const facts: PassFacts = { observed, fetched: new Map(), line: pLimit(world.options.atOnce) }
  const pass = new Pass(world, facts, {
    local,
    localUnknown: scan.unknown,
    editing: new Set(scan.editing.map(syncKey))
  })
  return pass.run()
}

/** What was fetched is written while others are fetched, many at once: the store makes them durable together. */
const WRITTEN_FOR_EACH_FETCHED = 8
/** Larger ones are not, bytes. */
const SMALL = 256 * 1024

/** A folder that is not there any more has not had each of its files deleted: of what is in it nothing is known (Y3). */
function wholeOrUnknown<T extends Awaited<ReturnType<SyncWorld['local']['scan']>>>(
  scan: T,
  { memory }: SyncWorld
): T {
  const hadFiles = scan.isMissing === true && [...memory.files.values()].some(({ agreed }) => agreed)
  return hadFiles ? { ...scan, unknown: [''] } : scan
}

class Pass {
  private readonly deeds: AppliedChange[] = []
  private readonly failures: Failure[] = []
  private readonly remote: Map<SyncKey, RemoteFile>
  private readonly clashing: RemoteFile[]
  private readonly gone = new Set<SyncKey>()
  private readonly settled = new Set<SyncKey>()
  /** Carried out while looking. */
  private readonly early: Operation[] = []
  /** What could not be asked in this pass counts as unknown. */
  private readonly unknown: string[]
  /** What both had and the lists do not show: what comes with the same bytes or id may be that (Y7). */
  private readonly missing: { readonly hashes: ReadonlySet<string>; readonly ids: ReadonlySet<string> }
  private readonly written: Written
  private readonly idsHere: ReadonlySet<string>
  private isCutOff = false
  private held = 0
  private done = 0
  private total = 0
  private readonly bytes = { done: 0, total: 0 }

  constructor(
    private readonly world: SyncWorld,
    private readonly facts: PassFacts,
    private readonly side: {
      readonly local: ReadonlyMap<SyncKey, LocalFile>
      readonly localUnknown: readonly string[]
      readonly editing: ReadonlySet<SyncKey>
    }
  ) {
    const { observed } = facts
    this.failures.push(...observed.failures)
    if (side.localUnknown.includes('')) this.failures.push(goneHere)
    this.unknown = [...observed.unknown]
    const slice = world.pass % SLICES
    const files = remoteFiles(observed, world.memory, side.local, (key) => sliceOf(key) === slice)
    this.remote = new Map(files.map((file) => [syncKey(file.path), file]))
    const missing = [...world.memory.files]
      .filter(([key]) => !this.remote.has(key))
      .flatMap(([, { agreed }]) => agreed ?? [])
    this.missing = {
      hashes: new Set(missing.map(({ hash }) => hash)),
      ids: new Set(missing.flatMap(({ remoteId }) => remoteId ?? []))
    }
    this.idsHere = new Set([...side.local.values()].map(({ id }) => id))
    this.written = {
      here: foldersAsWritten(side.local.values()),
      there: foldersAsWritten(files)
    }
    this.clashing = files.filter((file) => this.remote.get(syncKey(file.path)) !== file)
  }

  async run(): Promise<PassReport> {
    const first = this.plan()
    const looks = first.operations.filter(({ kind }) => kind === 'look' || kind === 'confirm')
    this.count(first)
    if (this.facts.observed.unknown.includes('')) return this.report(first)
    await this.each(looks, (step) => this.learn(step))
    const plan = this.plan()
    if (this.world.options.dryRun) return this.report(plan)
    this.count(plan)
    // a name comes before what lies below it
    const names = plan.operations.filter(isRespelling)
    await this.each(names, (step) => this.carry(step))
    await this.learnIds(plan)
    const last = plan.operations.filter(isRemoval)
    await this.each(
      plan.operations.filter((step) => !isRemoval(step) && !isRespelling(step)),
      (step) => this.carry(step)
    )
    // a server that failed meanwhile is not believed when it says that something is gone
    if (!this.isCutOff) await this.each(last, (step) => this.carry(step))
    return this.report({ ...plan, operations: [...plan.operations, ...this.early] })
  }

  /** What is to be done by what is known now; of it, what this pass is about. */
  private plan(): Plan {
    const plan = planSync(this.input())
    const { watch, options } = this.world
    const { only } = options
    if (watch && !options.dryRun) {
      watch.planned(plan, only)
      for (const failure of this.failures) watch.failed(failure)
    }
    return only ? { ...plan, operations: plan.operations.filter(({ key }) => only(key)) } : plan
  }

  /** The plan comes after what is done. */
  private count({ operations }: Plan): void {
    this.total = this.done + operations.length
    this.bytes.total = this.bytes.done
    for (const step of operations) this.bytes.total += this.sizeOf(step)
  }

  /** Bytes that travel for it, as far as somebody tells. */
  private sizeOf({ kind, key }: Operation): number {
    if (kind === 'look' || kind === 'pull' || kind === 'merge')
      return this.facts.fetched.has(key) ? 0 : (this.facts.observed.items.get(key)?.size ?? 0)
    return kind === 'push' || kind === 'rename-remote' ? (this.side.local.get(key)?.size ?? 0) : 0
  }

  private report(plan: Plan): PassReport {
    const { deeds, failures } = this
    return {
      deeds,
      failures,
      plan,
      files: new Set([...this.side.local.keys(), ...this.remote.keys()]).size,
      unfinished: plan.operations.length > 0
    }
  }

  private input(): PlanInput {
    const left = ([key]: readonly [SyncKey, unknown]) => !this.settled.has(key)
    const known = [...this.world.memory.files].filter(left)
    return this.inputFrom({
      local: [...this.side.local].filter(left).map(([, file]) => file),
      known,
      remote: [...[...this.remote].filter(left).map(([, file]) => file), ...this.clashing],
      localUnknown: this.side.localUnknown,
      remoteUnknown: this.unknown
    })
  }

  private inputFrom(states: {
    readonly local: readonly LocalFile[]
    readonly known: readonly (readonly [SyncKey, FileMemory])[]
    readonly remote: readonly RemoteFile[]
    readonly localUnknown: readonly string[]
    readonly remoteUnknown: readonly string[]
  }): PlanInput {
    const { options } = this.world
    const { known, ...trees } = states
    const isKept = ({ path }: { readonly path: string }) => options.leavesOut?.(path) !== true
    return {
      trees: {
        ...trees,
        local: trees.local.filter(isKept),
        remote: trees.remote.filter(isKept),
        base: known.flatMap(([, { agreed }]) => (agreed && isKept(agreed) ? [agreed] : []))
      },
      gone: this.gone,
      conflicts: new Map(
        known.flatMap(([key, { conflict }]) => (conflict ? [[key, statesOf(conflict)] as const] : []))
      ),
      busy: this.side.editing,
      firstSync: options.firstSync,
      lowerCase: options.lowerCase,
      approved: options.approved
    }
  }

  private async each(steps: readonly Operation[], work: (step: Operation) => Promise<void>): Promise<void> {
    const { atOnce } = this.world.options
    const isSmall = (step: Operation) => this.sizeOf(step) <= SMALL
    await eachOf(steps.filter(isSmall), atOnce * WRITTEN_FOR_EACH_FETCHED, (step) => this.one(step, work))
    await eachOf(
      steps.filter((step) => !isSmall(step)),
      atOnce,
      (step) => this.one(step, work)
    )
  }

  private async one(step: Operation, work: (step: Operation) => Promise<void>): Promise<void> {
    if (this.isCutOff || this.world.signal?.aborted) return
    const size = this.sizeOf(step)
    const path = 'path' in step ? step.path : step.remotePath
    try {
      await work(step)
      if (!this.world.options.dryRun) this.world.watch?.done(step)
    } catch (error) {
      const failure = failureOf(error, path)
      this.failures.push(failure)
      this.world.watch?.failed(failure)
      this.unknown.push(step.key)
      if (error instanceof GalleyError && endsPass.has(error.reason)) this.isCutOff = true
    }
    this.done += 1
    this.bytes.done += size
    this.world.onProgress?.({
      done: this.done,
      total: Math.max(this.total, this.done),
      bytes: this.bytes.total > 0 ? { ...this.bytes } : null
    })
  }

  private async learn(step: Operation): Promise<void> {
    if (step.kind === 'look') await this.look(step.key, step.remotePath)
    else if (step.kind === 'confirm') await this.confirm(step.key, step.remotePath)
  }

  /** Reads a remote file that may have changed; what follows for this file alone is done at once, while its bytes are at hand. */
  private async look(key: SyncKey, remotePath: string): Promise<void> {
    const { remote, memory } = this.world
    const { agreed } = memory.files.get(key) ?? {}
    const there = await this.facts.line(() => remote.read(remotePath, agreed?.etag ?? null))
    if (there.kind === 'gone') {
      // the list says that it is there: one of the two is not true
      this.unknown.push(key)
      return
    }
    if (there.kind === 'same') {
      if (!agreed) return
      this.remote.set(key, { ...this.remote.get(key), path: remotePath, hash: agreed.hash })
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
    this.remote.set(key, { ...this.remote.get(key), path: remotePath, hash })
    await this.rememberEtag(key, hash, fetched.etag)
    this.facts.fetched.set(key, fetched)
    const [own] = planSync(this.inputOf(key)).operations
    if (
      own &&
      !this.world.options.dryRun &&
      !this.mayBeRenamed(key, hash) &&
      (own.kind === 'pull' || own.kind === 'merge' || own.kind === 'adopt')
    ) {
      // the trees tell of the state before it: the second plan leaves this file out
      this.settled.add(key)
      this.early.push(own)
      await this.carry(own)
    }
    this.held += content.bytes?.length ?? 0
    return content.bytes !== null && this.held <= MOST_BYTES_HELD && own?.kind === 'push'
  }

  /** Then it waits for the plan of all files. */
  private mayBeRenamed(key: SyncKey, hash: string): boolean {
    const { agreed } = this.world.memory.files.get(key) ?? {}
    if (agreed) return !this.side.local.has(key) && this.idsHere.has(agreed.id)
    return this.missing.hashes.has(hash) || this.missing.ids.has(this.remote.get(key)?.id ?? '')
  }

  /** The same bytes under another ETag or time: next time nobody needs to read them. */
  private async rememberEtag(key: SyncKey, hash: string, etag: string | null): Promise<void> {
    const known = this.world.memory.files.get(key)
    const lastModified = this.facts.observed.items.get(key)?.lastModified ?? null
    if (!known?.agreed || known.agreed.hash !== hash || this.world.options.dryRun) return
    if (known.agreed.etag === etag && known.agreed.lastModified === lastModified) return
    await this.world.memory.put(key, { ...known, agreed: { ...known.agreed, etag, lastModified } })
  }

  /** The plan for one file, as if there were no other. */
  private inputOf(key: SyncKey): PlanInput {
    const own = this.side.local.get(key)
    const there = this.remote.get(key)
    const known = this.world.memory.files.get(key)
    return {
      ...this.inputFrom({
        local: own ? [own] : [],
        known: known ? [[key, known]] : [],
        remote: there ? [there] : [],
        localUnknown: [],
        remoteUnknown: []
      }),
      written: this.written
    }
  }

  /** What was sent, and not received, has got its id there since: so it is known there when it is moved (Y7). */
  private async learnIds({ operations }: Plan): Promise<void> {
    const { files } = this.world.memory
    const busy = new Set(
      operations.flatMap((step) =>
        'from' in step && typeof step.from !== 'string' ? [step.key, step.from.key] : [step.key]
      )
    )
    const learned = [...this.facts.observed.items].flatMap(([key, { id, path }]) => {
      const known = files.get(key)
      const isNews = id !== null && known?.agreed?.remotePath === path && known.agreed.remoteId !== id
      const isSame = known?.agreed && this.remote.get(key)?.hash === known.agreed.hash
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
    if ((await this.facts.line(() => remote.head(remotePath))).kind === 'file') {
      suspects.delete(key)
      this.unknown.push(key)
      return
    }
    const since = suspects.get(key)
    if (since === undefined) suspects.set(key, pass)
    else if (since < pass) this.gone.add(key)
  }

  private async carry(step: Operation): Promise<void> {
    if (step.kind === 'look' || step.kind === 'confirm') return
    await this.world.requireHeld?.()
    const carried = () => carryOut(step, this.world, this.facts)
    // what is brought here asks the server for one part of it alone, or for nothing
    const change = await (step.kind === 'pull' || step.kind === 'adopt'
      ? carried()
      : this.facts.line(carried))
    this.world.suspects.delete(step.key)
    if ('from' in step && typeof step.from !== 'string') this.world.suspects.delete(step.from.key)
    if (!change) return
    this.deeds.push(change)
    this.world.onApplied?.(change)
  }
}

const goneHere: Failure = {
  path: '/',
  reason: 'not-found',
  message:
    'This folder is not here any more, so nothing is synced and nothing deleted on the server. Put it back, or remove the pair.'
}

const endsPass: ReadonlySet<string> = new Set([
  'unreachable',
  'unauthenticated',
  'cancelled',
  'closed',
  'in-use',
  'disk-full'
])

const isRemoval = ({ kind }: Operation): boolean =>
  kind === 'remove-local' || kind === 'remove-remote' || kind === 'rename-remote' || kind === 'rename-local'

const isRespelling = ({ kind }: Operation): boolean => kind === 'respell-local' || kind === 'respell-remote'

function sliceOf(key: SyncKey): number {
  let sum = 0
  for (let at = 0; at < key.length; at += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0
  return sum % SLICES
}
