import type { ContentPath } from '../../../common/content/paths'
import { nameOf, ROOT } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { DirectoryEntry, FileStat, FolderLook } from '../disk/durable-fs'
import { sameStat, tickOf } from '../disk/durable-fs'
import type { KnownFolder } from '../core/freshness'
import { childPath, isJunk, isTempName } from '../layout/layout'

/** What one look at a folder shows, beside what the index says. */
export interface FolderView {
  readonly folders: readonly ContentPath[]
  /** Files whose outside is as the index knows it. */
  readonly same: readonly IndexRecord[]
  /** Files that are new or look changed. */
  readonly differing: readonly { readonly path: ContentPath; readonly stat: FileStat }[]
  /** Files that the index knows and the disk does not. */
  readonly missing: readonly IndexRecord[]
  /** Our own temporary files; none where the look was short. */
  readonly temps: readonly string[]
}

/**
 * Compares a folder on disk with the index. Where a watch works, only what it told of since the last look is
 * asked for again. Null when there is no such folder.
 * @param whole look at every file, whatever the watch says
 */
export async function viewFolder(core: Core, folder: ContentPath, whole = false): Promise<FolderView | null> {
  const before = Date.now()
  const watched = core.fresh.begin(folder)
  const stat = watched && (await core.fs.lstat(core.layout.content(folder)))
  // what another program did before this request, the system has told by the end of this turn
  if (watched?.view) await new Promise((resolve) => setImmediate(resolve))
  const known = core.fresh.begin(folder)
  const view = whole ? null : (known?.view ?? null)
  if (known && view && stat && known.dirty.size === 0 && sameFolder(stat, view.stat))
    return asKnown(core, folder, view.folders)
  const dirty = known && new Map(known.dirty)
  const seen = await look(core, folder, view && dirty ? (name) => !dirty.has(name) : () => false)
  if (seen && known && dirty && stat) remember(core, folder, known, dirty, seen, notRacy(stat, before))
  return seen
}

/**
 * As `viewFolder`, of many folders: those of which the watch does not tell what is new are looked at in one go.
 */
export async function viewFolders(
  core: Core,
  folders: readonly ContentPath[],
  whole: boolean
): Promise<(FolderView | null)[]> {
  const before = Date.now()
  const begun = folders.map((folder) => core.fresh.begin(folder))
  const dirty = begun.map((known) => known && new Map(known.dirty))
  const isAsked = (at: number) => whole || !begun[at]?.view
  const asked = folders.filter((_, at) => isAsked(at))
  const looks = (await core.fs.lookInto(asked.map((folder) => core.layout.content(folder)))).values()
  const views: (FolderView | null)[] = []
  for (const [at, folder] of folders.entries()) {
    if (!isAsked(at)) {
      views.push(await viewFolder(core, folder))
      continue
    }
    const { value: found } = looks.next()
    views.push(found ? seenAtOnce(core, folder, found, begun[at], dirty[at], before) : null)
  }
  return views
}

function seenAtOnce(
  core: Core,
  folder: ContentPath,
  { stat, entries }: FolderLook,
  known: KnownFolder | null | undefined,
  dirty: ReadonlyMap<string, number> | null | undefined,
  before: number
): FolderView {
  const names = namesOf(core, folder, entries, () => false)
  const stats = new Map(entries.map((entry) => [entry.name, entry.stat]))
  const view = compared(
    core,
    folder,
    names,
    names.asked.map(({ name }) => stats.get(name) ?? null)
  )
  if (known && dirty) remember(core, folder, known, dirty, view, notRacy(stat, before))
  return view
}

function asKnown(core: Core, folder: ContentPath, folders: readonly ContentPath[]): FolderView {
  const same = [...core.index.memory.children(folder).values()]
  return { folders, same, differing: [], missing: [], temps: [] }
}

async function look(
  core: Core,
  folder: ContentPath,
  trusted: (name: string) => boolean
): Promise<FolderView | null> {
  const entries = await core.fs.readdir(core.layout.content(folder))
  if (!entries) return null
  const names = namesOf(core, folder, entries, trusted)
  const stats = await core.fs.lstatAll(names.asked.map(({ path }) => core.layout.content(path)))
  return compared(core, folder, names, stats)
}

interface Names {
  readonly entries: readonly DirectoryEntry[]
  readonly folders: ContentPath[]
  /** Files that are as the index knows them without being asked. */
  readonly trusted: IndexRecord[]
  /** Files whose outside has to be asked, with their names as the disk writes them. */
  readonly asked: { readonly path: ContentPath; readonly name: string }[]
  /** What cannot be shown, and is told. */
  readonly left: Set<string>
}

function namesOf(
  core: Core,
  folder: ContentPath,
  entries: readonly DirectoryEntry[],
  isTrusted: (name: string) => boolean
): Names {
  const known = core.index.memory.children(folder)
  const names: Names = { entries, folders: [], trusted: [], asked: [], left: new Set() }
  for (const entry of entries) {
    const record = entry.kind === 'file' ? known.get(entry.name) : undefined
    // a name that is in the index was checked when it came in
    const path = record?.path ?? usable(core, folder, entry, names.left)
    if (path === null) continue
    if (entry.kind === 'folder') names.folders.push(path)
    else if (record && isTrusted(entry.name)) names.trusted.push(record)
    else names.asked.push({ path, name: entry.name })
  }
  return names
}

/** @param stats of the files that had to be asked, in their order */
function compared(
  core: Core,
  folder: ContentPath,
  { entries, folders, trusted, asked, left }: Names,
  stats: readonly (FileStat | null)[]
): FolderView {
  const known = core.index.memory.children(folder)
  const same = [...trusted]
  const differing: { path: ContentPath; stat: FileStat }[] = []
  const seen = new Set(trusted.map(({ path }) => nameOf(path)))
  for (const [index, { path }] of asked.entries()) {
    const stat = stats[index]
    const record = known.get(nameOf(path))
    if (stat?.kind === 'file') seen.add(nameOf(path))
    if (record && stat && sameStat(stat, record)) same.push(record)
    else if (stat?.kind === 'file') {
      differing.push({ path, stat })
      left.add(path)
    }
  }
  core.problems.onlyIn(folder, left)
  const missing = [...known.values()].filter(({ path }) => !seen.has(nameOf(path)))
  const temps = entries.map(({ name }) => name).filter(isTempName)
  return { folders, same, differing, missing, temps }
}

/**
 * Keeps what the look found; a name stays unknown until the disk and the index agree on it, and nothing came
 * after.
 */
function remember(
  core: Core,
  folder: ContentPath,
  known: KnownFolder,
  dirty: ReadonlyMap<string, number>,
  { folders, differing, missing }: FolderView,
  stat: FileStat
): void {
  const open = new Set([...differing, ...missing].map(({ path }) => nameOf(path)))
  for (const name of open) known.dirty.set(name, known.dirty.get(name) ?? 0)
  for (const [name, number] of dirty)
    if (!open.has(name) && known.dirty.get(name) === number) known.dirty.delete(name)
  known.view = { stat, folders }
}

/**
 * A folder that was changed in the same tick of the disk's clock may be changed again without its time
 * telling.
 */
function notRacy(stat: FileStat, before: number): FileStat {
  return before - Math.max(stat.mtimeMs, stat.ctimeMs) < tickOf(stat)
    ? { ...stat, mtimeMs: Number.NaN }
    : stat
}

const sameFolder = (a: FileStat, b: FileStat) =>
  a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino

/**
 * The content path of an entry; null for what is no content, which is reported where a person can do
 * something.
 */
function usable(
  core: Core,
  folder: ContentPath,
  entry: DirectoryEntry,
  left: Set<string>
): ContentPath | null {
  if (isJunk(entry.name)) return null
  const where = `${folder === ROOT ? '' : folder}/${entry.name}`
  const path = entry.kind === 'other' ? null : childPath(folder, entry.name)
  if (path !== null) return path
  left.add(where)
  core.problems.reportIn(
    folder,
    where,
    entry.kind === 'other'
      ? 'This is a link or a special file. Galley does not follow it; it is left alone and not shown.'
      : 'This name cannot be used on every computer. Rename the file; until then it is left alone and not shown.'
  )
  return null
}
