import { join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { nameOf, parentOf } from '../../../common/content/paths'
import type { Appeared } from './adopt-many'
import { adoptMany, MANY } from './adopt-many'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { readHash } from '../disk/hash-file'
import { trashFromBacking } from './remove-outside'
import { sideBySide } from '../../../common/side-by-side'
import { adopt, lookAt } from './adopt'
import { takeOutsideMove } from './outside-file'
import { viewFolders, type FolderView } from './folder-view'
import { adoptOrReport } from './take-in'
import type { Watcher } from './watch'

const QUIET_MS = 10
const MOST_WAIT_MS = 100
/** Each waits for the disk most of the time, and many are waited for by nobody. */
const AT_ONCE = 4
const FOLDERS_AT_ONCE = 128
const FILES_AT_ONCE = 2_000
/** So often what has gone waits for the next look, while others go on writing. */
const MOST_WAITS = 5

interface Scan {
  /** Looks at the folders and, where asked for or new, at everything below them; takes in what changed. */
  run(folders: Iterable<ContentPath>, deep: boolean): Promise<void>
  /** The folder has gone or is watched no more: when it is seen again, everything below it is looked at. */
  dropped(folder: ContentPath): void
}

interface ScanOptions {
  readonly startedAt: number
  readonly watcher: Pick<Watcher, 'add' | 'drop'>
  readonly stopped: () => boolean
  /** Whether something was told that the next run is to look at. */
  readonly isMoreTold: () => boolean
}

interface Gone {
  readonly missing: IndexRecord[]
  readonly missingFolders: ContentPath[]
}

interface Findings extends Gone {
  readonly appeared: Appeared[]
  readonly changed: ContentPath[]
}

/** Takes in changes of other programs in three steps: look, pair what was renamed, then do the rest. */
export function createScan(core: Core, options: ScanOptions): Scan {
  const scanned = new Set<ContentPath>()
  const polite = () => core.requests.pause(QUIET_MS, MOST_WAIT_MS)
  let waiting: Gone = { missing: [], missingFolders: [] }
  let waits = 0

  return {
    dropped: (folder) => void scanned.delete(folder),
    async run(folders, deep) {
      const findings: Findings = { appeared: [], changed: [], missing: [], missingFolders: [] }
      await look([...folders], deep, findings)
      await addWaiting(findings)
      if (options.stopped()) return
      await pairRenames(core, findings)
      const crowd = await adoptCrowds(core, findings)
      const rest = [...findings.changed, ...findings.appeared.map((found) => found.path)]
      await sideBySide(rest, AT_ONCE, async (path) => {
        const known = core.index.memory.get(path)
        if (options.stopped() || (crowd.has(path) && known)) return
        await polite()
        await core.locks.run([path], async () => {
          // it was there a moment ago: whether it was deleted or renamed once more, is seen with the others
          if (known && !(await lookAt(core, path))) findings.missing.push(known)
          else await adoptOrReport(core, path)
        })
      })
      if (options.stopped() || (await isLeftForNext(findings))) return
      for (const path of topmost(findings.missingFolders)) await forgetFolder(core, path)
      for (const { path } of findings.missing) await core.locks.run([path], () => adopt(core, path))
    }
  }

  /** What had gone already, and nobody has seen anywhere since. */
  async function addWaiting({ missing, missingFolders }: Gone): Promise<void> {
    const before = waiting
    waiting = { missing: [], missingFolders: [] }
    const isGone = async (path: ContentPath) => !(await core.fs.lstat(core.layout.content(path)))
    for (const path of before.missingFolders) if (await isGone(path)) missingFolders.push(path)
    for (const record of before.missing)
      if (core.index.memory.get(record.path)?.id === record.id && (await isGone(record.path)))
        missing.push(record)
  }

  /**
   * What has gone under one name may be there under another one that this look was too early for: while more is
   * told, it is not taken for deleted before the next look has seen that.
   */
  async function isLeftForNext({ missing, missingFolders }: Gone): Promise<boolean> {
    if (missing.length === 0 && missingFolders.length === 0) return false
    // what the disk did before this is told by the end of this turn
    await new Promise((resolve) => setImmediate(resolve))
    waits = options.isMoreTold() ? waits + 1 : 0
    if (waits === 0 || waits > MOST_WAITS) {
      waits = 0
      return false
    }
    waiting = { missing, missingFolders }
    return true
  }

  /** Level by level, many folders in one go. */
  async function look(folders: readonly ContentPath[], deep: boolean, findings: Findings): Promise<void> {
    const next: ContentPath[] = []
    for (const some of inBatches(core, folders)) {
      if (options.stopped()) return
      for (const folder of some) {
        // first the watch, then the look: what changes in between is told
        options.watcher.add(folder)
        scanned.add(folder)
      }
      await polite()
      const views = await viewFolders(core, some, deep)
      for (const [at, folder] of some.entries())
        next.push(...(await lookedAt(folder, views[at] ?? null, findings, deep)))
    }
    if (next.length > 0) await look(next, deep, findings)
  }

  /** @returns the folders in it that are to be looked at */
  async function lookedAt(
    folder: ContentPath,
    view: FolderView | null,
    findings: Findings,
    deep: boolean
  ): Promise<ContentPath[]> {
    if (!view) {
      options.watcher.drop(folder)
      findings.missingFolders.push(folder)
      return []
    }
    await sweep(core, folder, view.temps, options.startedAt)
    for (const found of view.differing) {
      if (core.index.memory.get(found.path)) findings.changed.push(found.path)
      else findings.appeared.push(found)
    }
    findings.missing.push(...view.missing)
    const there = new Set(view.folders)
    for (const known of core.knownFolders.in(folder))
      if (!there.has(known)) findings.missingFolders.push(known)
    for (const below of view.folders) if (!core.knownFolders.has(below)) notifyFolder(core, below)
    return view.folders.filter((below) => deep || !scanned.has(below))
  }
}

/** So many that one look at them is short, by the files that are known to be in them. */
function* inBatches(core: Core, folders: readonly ContentPath[]): Generator<ContentPath[]> {
  let some: ContentPath[] = []
  let files = 0
  for (const folder of folders) {
    some.push(folder)
    files += core.index.memory.children(folder).size
    if (some.length < FOLDERS_AT_ONCE && files < FILES_AT_ONCE) continue
    yield some
    some = []
    files = 0
  }
  if (some.length > 0) yield some
}

/** Many files that appeared at once are taken in together, also where each folder has but a few of them. */
async function adoptCrowds(core: Core, { appeared }: Findings): Promise<ReadonlySet<ContentPath>> {
  const unknown = appeared.filter(({ path }) => !core.index.memory.get(path))
  if (unknown.length < MANY) return new Set()
  const byFolder = new Map<ContentPath, Appeared[]>()
  for (const file of unknown) listIn(byFolder, parentOf(file.path)).push(file)
  const crowd = new Set<ContentPath>()
  for (const [folder, files] of byFolder) {
    await adoptMany(core, folder, files)
    for (const { path } of files) crowd.add(path)
  }
  return crowd
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** A file that went missing and one that appeared with its bytes are one file that was renamed. */
async function pairRenames(core: Core, findings: Findings): Promise<void> {
  const gone = [
    ...findings.missing,
    ...findings.missingFolders.flatMap((folder) => core.index.memory.within(folder))
  ]
  if (gone.length === 0) return
  const left = new Set(gone)
  const byInode = new Map(gone.map((record) => [record.ino, record]))
  const renamed = (stat: FileStat) => {
    const record = byInode.get(stat.ino)
    return record && left.has(record) && sameStat(record, stat) ? record : undefined
  }
  const withContent = contentsOf(gone)
  for (const { path, stat } of findings.appeared) {
    const match = renamed(stat) ?? (await sameContent(core, withContent, left, path, stat))
    if (!match) continue
    left.delete(match)
    await core.locks.run([match.path, path], async () => {
      const still = core.index.memory.get(match.path)
      if (still?.id !== match.id || core.index.memory.get(path)) return
      if (await core.fs.lstat(core.layout.content(match.path))) return
      await takeOutsideMove(core, still, path)
    })
  }
}

/** Records by the content that they have, the first of them last. */
interface Contents {
  /** In bytes. */
  readonly sizes: ReadonlySet<number>
  readonly byHash: ReadonlyMap<string, IndexRecord[]>
}

function contentsOf(records: readonly IndexRecord[]): Contents {
  const byHash = new Map<string, IndexRecord[]>()
  for (const record of [...records].reverse()) if (record.size > 0) listIn(byHash, record.hash).push(record)
  return { sizes: new Set(records.map(({ size }) => size)), byHash }
}

async function sameContent(
  core: Core,
  { sizes, byHash }: Contents,
  left: ReadonlySet<IndexRecord>,
  path: ContentPath,
  { size }: FileStat
): Promise<IndexRecord | undefined> {
  if (size === 0 || !sizes.has(size)) return undefined
  const hash = await readHash(core.fs, core.layout.content(path)).catch(() => null)
  const same = (hash === null ? undefined : byHash.get(hash)) ?? []
  for (let record = same.pop(); record; record = same.pop()) if (left.has(record)) return record
  return undefined
}

async function forgetFolder(core: Core, path: ContentPath): Promise<void> {
  await core.locks.run([path], async () => {
    if (await core.fs.lstat(core.layout.content(path))) return
    const records = core.index.memory.within(path)
    if (records.length > 0 || core.knownFolders.has(path))
      await trashFromBacking(core, path, 'folder', records)
  })
}

function notifyFolder(core: Core, path: ContentPath): void {
  core.knownFolders.add(path)
  core.names.noted(parentOf(path), nameOf(path))
  core.emit({ type: 'folder', change: 'created', path, by: core.outsidePerson() })
}

/** Those that lie in none of the others. */
function topmost(folders: readonly ContentPath[]): ContentPath[] {
  const all = new Set(folders)
  const isBelowOne = (folder: ContentPath) => {
    for (let at = folder; at !== parentOf(at); at = parentOf(at)) if (all.has(parentOf(at))) return true
    return false
  }
  return [...all].filter((folder) => !isBelowOne(folder))
}

/** W4: temporary files that a crash left. Younger ones belong to saves under way. */
async function sweep(
  core: Core,
  folder: ContentPath,
  temps: readonly string[],
  startedAt: number
): Promise<void> {
  for (const name of temps) {
    const file = join(core.layout.content(folder), name)
    const stat = await core.fs.lstat(file)
    if (stat && stat.mtimeMs < startedAt) await core.fs.unlink(file).catch(() => undefined)
  }
}
