import { GalleyError } from '../../common/errors'
import { syncKey, type Operation, type Plan } from '../../common/sync'
import { eachOf } from './at-once'
import { carryOut } from './carry-out'
import type { PassFacts } from './facts'
import { adoptIntents } from './intents'
import { Looking } from './looking'
import { failureOf, hiddenFolders, observeRemote } from './observe'
import { assetFolders } from './page-assets'
import { inLine } from './remote-line'
import { followSpelling } from './respell'
import { Trees } from './trees'
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

/**
 * One pass over a pair: observe both sides, look at what may have changed, plan, carry out. What fails is
 * told, and left to the next pass. A failure of this program itself, or of its disk, ends the pass.
 */
export async function runPass(given: SyncWorld): Promise<PassReport> {
  const world = { ...given, remote: inLine(given.remote, given.options.atOnce) }
  const scan = wholeOrUnknown(await world.local.scan(), world)
  const always = [...(world.options.hidden ?? []), ...(await assetFolders(scan.files, world))]
  const hidden = hiddenFolders(scan.files, world.memory, always)
  const observed = await observeRemote(world, hidden)
  await adoptIntents(world, scan.files, observed)
  const local = new Map(scan.files.map((file) => [syncKey(file.path), file]))
  await followSpelling(local, world)
  const facts: PassFacts = { observed, fetched: new Map() }
  const leftAlone = new Set((scan.leftAlone ?? []).map(syncKey))
  const editing = new Set(scan.editing.map(syncKey).filter((key) => !leftAlone.has(key)))
  const side = { local, localUnknown: scan.unknown, editing, leftAlone }
  return new Pass(world, facts, new Trees(world, facts, side)).run()
}

/** What is worked on and written here beside each thing that the server is asked for (`remote-line.ts`). */
const WORKED_ON_FOR_EACH_ASKED = 8
/** Larger ones are not, bytes. */
const SMALL = 256 * 1024

/**
 * A folder that is not there any more has not had each of its files deleted: of what is in it nothing is
 * known (Y3).
 */
function wholeOrUnknown<T extends Awaited<ReturnType<SyncWorld['local']['scan']>>>(
  scan: T,
  { memory }: SyncWorld
): T {
  const hadFiles = scan.isMissing === true && [...memory.files.values()].some(({ agreed }) => agreed)
  return hadFiles ? { ...scan, unknown: [''] } : scan
}

class Pass {
  private readonly deeds: AppliedChange[] = []
  private readonly failures: Failure[]
  private readonly looking: Looking
  private isCutOff = false
  private done = 0
  private total = 0
  private readonly bytes = { done: 0, total: 0 }

  constructor(
    private readonly world: SyncWorld,
    private readonly facts: PassFacts,
    private readonly trees: Trees
  ) {
    this.failures = [...facts.observed.failures, ...(trees.side.localUnknown.includes('') ? [goneHere] : [])]
    this.looking = new Looking(world, facts, trees, (step) => this.carry(step))
  }

  async run(): Promise<PassReport> {
    const first = this.plan()
    const looks = first.operations.filter(({ kind }) => kind === 'look' || kind === 'confirm')
    this.count(first)
    if (this.facts.observed.unknown.includes('')) return this.report(first)
    await this.each(looks, (step) => this.looking.learn(step))
    const plan = this.plan()
    if (this.world.options.dryRun) return this.report(plan)
    this.count(plan)
    // a name comes before what lies below it
    const names = plan.operations.filter(isRespelling)
    await this.each(names, (step) => this.carry(step))
    await this.looking.learnIds(plan)
    const last = plan.operations.filter(isRemoval)
    await this.each(
      plan.operations.filter((step) => !isRemoval(step) && !isRespelling(step)),
      (step) => this.carry(step)
    )
    // a server that failed meanwhile is not believed when it says that something is gone
    if (!this.isCutOff) await this.each(last, (step) => this.carry(step))
    return this.report({ ...plan, operations: [...plan.operations, ...this.looking.early] })
  }

  /** What is to be done by what is known now; of it, what this pass is about. */
  private plan(): Plan {
    const plan = this.trees.plan()
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
    for (const step of operations) this.bytes.total += this.trees.sizeOf(step)
  }

  private report(plan: Plan): PassReport {
    const { deeds, failures } = this
    return {
      deeds,
      failures,
      plan,
      files: this.trees.count(),
      unfinished: plan.operations.length > 0
    }
  }

  private async each(steps: readonly Operation[], work: (step: Operation) => Promise<void>): Promise<void> {
    const { atOnce } = this.world.options
    const isSmall = (step: Operation) => this.trees.sizeOf(step) <= SMALL
    await eachOf(steps.filter(isSmall), atOnce * WORKED_ON_FOR_EACH_ASKED, (step) => this.one(step, work))
    await eachOf(
      steps.filter((step) => !isSmall(step)),
      atOnce,
      (step) => this.one(step, work)
    )
  }

  private async one(step: Operation, work: (step: Operation) => Promise<void>): Promise<void> {
    if (this.isCutOff || this.world.signal?.aborted) return
    const size = this.trees.sizeOf(step)
    const path = 'path' in step ? step.path : step.remotePath
    try {
      await work(step)
      if (!this.world.options.dryRun) this.world.watch?.done(step)
    } catch (error) {
      const failure = failureOf(error, path)
      this.failures.push(failure)
      this.world.watch?.failed(failure)
      this.trees.unknown.push(step.key)
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

  private async carry(step: Operation): Promise<void> {
    if (step.kind === 'look' || step.kind === 'confirm') return
    await this.world.requireHeld?.()
    const change = await carryOut(step, this.world, this.facts)
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
