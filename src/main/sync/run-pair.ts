import type { Person } from '../../common/person'
import { assetFolderOf } from '../../common/assets/asset-folder'
import { contentPath, type ContentPath } from '../../common/content/paths'
import { leavesOut } from '../../common/sync/left-out'
import { isBelowAny, syncKey, type Clash, type SyncKey } from '../../common/sync'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import { pause, type Ask } from './ask'
import { localConfigs, remoteConfigs } from './config-sides'
import { localSide, REST_MS, storeContents } from './local-store'
import type { SyncMemory } from './memory'
import { runPass, type PassReport } from './pass'
import { mergingFor } from './merging'
import { openMemory, type PairMemory } from './pair-memory'
import { remoteSide } from './remote-http'
import { isSite, type Pair } from './settings'
import type { LocalSide } from './sides'
import { createTrust } from './trust'
import type { AppliedChange, Failure, PassProgress, PassWatch, SyncWorld } from './world'

export interface PairRun {
  readonly store: Store
  readonly pair: Pair
  readonly ask: Ask
  /** Where files are merged. */
  readonly workers: Workers
  readonly by: () => Person
  /** Has what people are writing in below a path be in its files: each pass sees it (RT6). */
  readonly saveFirst?: ((folder: ContentPath) => Promise<void>) | undefined
  /** Whole paths of files that are kept alike in another way (RT13). */
  readonly leftAlone?: (() => Promise<ReadonlySet<string>>) | undefined
  /** The service folder's name here, without its dot. */
  readonly serviceFolder: string
  /** Paths of deletions that somebody has said yes to. */
  readonly approved: ReadonlySet<string>
  /** Of the pair, where somebody has it open; else it is read. */
  readonly memory?: PairMemory
  readonly dryRun?: boolean
  /** Only these, as failures name them, and what lies below them; default: all. */
  readonly paths?: readonly string[]
  readonly onProgress?: (progress: PassProgress) => void
  readonly onApplied?: (change: AppliedChange) => void
  readonly watch?: (kind: 'files' | 'configs') => PassWatch
  readonly signal?: AbortSignal
  /** Before something is written. @throws GalleyError in-use when another process has taken the pair on */
  readonly requireHeld?: () => Promise<void>
  /** Waits for those who are writing to rest. */
  readonly patient?: boolean
  readonly atOnce?: number
  /** How long to wait until the server is asked once more whether something is gone. */
  readonly between?: number
}

/** What a run over one pair did and found. */
export interface RunReport {
  readonly deeds: readonly AppliedChange[]
  readonly failures: readonly Failure[]
  readonly clashes: readonly Clash[]
  /** Deletions that wait for a yes. */
  readonly held: { readonly local: readonly string[]; readonly remote: readonly string[] }
  readonly conflicts: number
  /** How many wait because somebody is writing in them (Y10). */
  readonly editing: number
  /** What a dry run would do. */
  readonly planned: readonly { readonly kind: string; readonly path: string }[]
  readonly files: number
}

const MOST_PASSES = 8
/** Passes over a pair in which somebody goes on writing. */
const MOST_PATIENT = 60
const BETWEEN_MS = 2500
const AT_ONCE = 6

/** Passes over a pair until nothing is left to do: its files, then its configs. */
export async function runPair(run: PairRun): Promise<RunReport> {
  const { store, pair, ask, by } = run
  const local = contentPath(pair.local)
  const remote = contentPath(pair.remote)
  const memory = run.memory ?? (await openMemory(store, pair.id))
  const hasServiceFolder = isSite(pair.local) && isSite(pair.remote)
  const names = { local: run.serviceFolder, remote: pair.serviceFolder }
  const base = {
    contents: storeContents(store),
    now: Date.now,
    merge: mergingFor({ store, workers: run.workers }, pair, run.serviceFolder),
    ...(run.onProgress && { onProgress: run.onProgress }),
    ...(run.onApplied && { onApplied: run.onApplied }),
    ...(run.signal && { signal: run.signal }),
    ...(run.requireHeld && { requireHeld: run.requireHeld })
  }
  const options = {
    firstSync: pair.firstSync,
    lowerCase: pair.lowerCase,
    leavesOut: leavesOut(pair.leaveOut),
    approved: new Set([...run.approved].map(syncKey)),
    atOnce: run.atOnce ?? AT_ONCE,
    ...(run.dryRun && { dryRun: true })
  }
  // what the lists of the last pass have shown holds for the configs as well
  let trust = createTrust()
  const files = await untilQuiet(run, (pass, suspects) => ({
    ...base,
    ...(run.watch && { watch: run.watch('files') }),
    local: leaving(localSide(store, local, by), run),
    remote: remoteSide(
      ask,
      { root: pair.remote, serviceFolder: hasServiceFolder ? names : null },
      base.contents.spool,
      (trust = createTrust())
    ),
    memory: heldMemory(memory.files, run),
    suspects,
    pass,
    options: {
      ...options,
      ...only(run.paths?.filter((path) => !path.startsWith(CONFIG))),
      hidden: hasServiceFolder ? [`/.${run.serviceFolder}/forms/schemas`] : [],
      assetsOf: (path) => assetsBelow(local, path, [names.local, names.remote])
    }
  }))
  if (
    files.failures.some(({ reason }) =>
      ['unreachable', 'unauthenticated', 'cancelled', 'in-use'].includes(reason)
    )
  )
    return { ...files, conflicts: memory.conflicts() }
  const configs = localConfigs(store, local, by)
  const known = async () => [
    ...(await configs.scan()).files.map(({ path }) => path),
    ...[...memory.configs.files.values()].flatMap(({ agreed }) => (agreed ? [agreed.remotePath] : []))
  ]
  const done = await untilQuiet(run, (pass, suspects) => ({
    ...base,
    ...(run.watch && { watch: run.watch('configs') }),
    local: configs,
    remote: remoteConfigs(ask, remote, known, run.workers, trust),
    memory: heldMemory(memory.configs, run),
    suspects,
    pass,
    options: {
      ...options,
      ...only(run.paths?.filter((path) => path.startsWith(CONFIG)).map((path) => path.slice(CONFIG.length))),
      lowerCase: false,
      isConfig: true,
      leavesOut: () => false
    }
  }))
  const asConfig = <T extends { readonly path: string }>(one: T): T => ({
    ...one,
    path: CONFIG + one.path
  })
  return {
    deeds: [...files.deeds, ...done.deeds.map(asConfig)],
    // who may not read configs syncs the files all the same
    failures: [
      ...files.failures,
      ...done.failures.filter(({ reason }) => reason !== 'forbidden').map(asConfig)
    ],
    clashes: [...files.clashes, ...done.clashes],
    held: files.held,
    editing: files.editing,
    planned: [...files.planned, ...done.planned.map(asConfig)],
    files: files.files + done.files,
    conflicts: memory.conflicts()
  }
}

/** What is kept alike in another way is told with what is here, and known before that: what begins meanwhile waits. */
const leaving = (side: LocalSide, { pair, leftAlone }: PairRun): LocalSide => ({
  ...side,
  async scan() {
    const left = await leftAlone?.()
    const found = await side.scan()
    return { ...found, leftAlone: [...(left ?? [])].map((path) => path.slice(pair.local.length)) }
  }
})

/** Below the root of a pair; the service folder of neither side is one. */
function assetsBelow(root: ContentPath, path: string, serviceFolders: readonly string[]): string | null {
  const folders = serviceFolders.map((name) => assetFolderOf(contentPath(root + path), name))
  return folders.includes(null) ? null : (folders[0]?.slice(root.length) ?? null)
}

/** Nothing is noted by who does not hold the pair any more. */
const heldMemory = (memory: SyncMemory, { requireHeld }: PairRun): SyncMemory => ({
  files: memory.files,
  async put(key, known) {
    await requireHeld?.()
    await memory.put(key, known)
  }
})

/** Before the path of a config. */
const CONFIG = 'config '

/** @param paths those that a run is about, and what lies below them; undefined: all */
function only(paths: readonly string[] | undefined): { readonly only?: (key: SyncKey) => boolean } {
  if (paths === undefined) return {}
  const keys = paths.map(syncKey)
  return { only: (key) => isBelowAny(key, keys) }
}

type Part = Omit<RunReport, 'conflicts'>

async function untilQuiet(
  run: PairRun,
  world: (pass: number, suspects: Map<string, number>) => SyncWorld
): Promise<Part> {
  const suspects = new Map<string, number>()
  const deeds: AppliedChange[] = []
  for (let pass = 1; ; pass += 1) {
    await run.saveFirst?.(contentPath(run.pair.local))
    const report = await runPass(world(pass, suspects))
    deeds.push(...report.deeds)
    const isLast =
      pass >= MOST_PASSES || run.dryRun === true || run.signal?.aborted === true || !isMoving(report)
    const waits =
      run.patient === true && run.dryRun !== true && report.plan.busy.length > 0 && pass < MOST_PATIENT
    if (isLast && !(waits && run.signal?.aborted !== true)) return partOf(report, deeds)
    if (isLast) await pause(REST_MS / 3, run.signal)
    const asksAgain = report.deeds.length === 0
    if (asksAgain) await pause(run.between ?? BETWEEN_MS, run.signal)
  }
}

/** Whether another pass would do something: what only failed is left to the next run. */
function isMoving({ deeds, plan, failures }: PassReport): boolean {
  const failed = new Set(failures.map(({ path }) => path))
  return deeds.length > 0 || plan.operations.some((step) => !('path' in step) || !failed.has(step.path))
}

function partOf(report: PassReport, deeds: readonly AppliedChange[]): Part {
  const { plan } = report
  return {
    deeds,
    failures: report.failures,
    clashes: plan.clashes,
    held: plan.held,
    editing: plan.busy.length,
    planned: plan.operations.map((step) => ({
      kind: step.kind,
      path: 'path' in step ? step.path : step.remotePath
    })),
    files: report.files
  }
}
