import type { ContentPath } from '../../common/content/paths'
import { nameOf, parentOf, ROOT } from '../../common/content/paths'
import type { Reason } from '../../common/errors'
import { GalleyError } from '../../common/errors'
import type { Core } from './core'
import type { IndexRecord } from './content-index'
import type { DirectoryEntry, FileStat } from './durable-fs'
import { sameStat } from './durable-fs'
import { childPath, isJunk } from './layout'
import { settle } from './settle'
import { takeOutsideDelete } from './outside'

/** What one look at a folder shows, beside what the index says. */
export interface FolderView {
  readonly folders: readonly ContentPath[]
  /** Files whose outside is as the index knows it. */
  readonly same: readonly IndexRecord[]
  /** Files that are new or look changed. */
  readonly differing: readonly { readonly path: ContentPath; readonly stat: FileStat }[]
  /** Files that the index knows and the disk does not. */
  readonly missing: readonly IndexRecord[]
  /** Our own temporary files. */
  readonly temps: readonly string[]
}

/** Compares a folder on disk with the index. Null when there is no such folder. */
export async function viewFolder(core: Core, folder: ContentPath): Promise<FolderView | null> {
  const entries = await core.fs.readdir(core.layout.content(folder))
  if (!entries) return null
  const known = core.index.memory.children(folder)
  const folders: ContentPath[] = []
  const same: IndexRecord[] = []
  const differing: { path: ContentPath; stat: FileStat }[] = []
  const seen = new Set<string>()
  await Promise.all(
    entries.map(async (entry) => {
      // a name that is in the index was checked when it came in
      const path =
        (entry.kind === 'file' ? known.get(entry.name)?.path : undefined) ?? usable(core, folder, entry)
      if (path === null) return
      if (entry.kind === 'folder') {
        folders.push(path)
        return
      }
      seen.add(nameOf(path))
      const stat = await core.fs.lstat(core.layout.content(path))
      const record = known.get(nameOf(path))
      if (record && stat && sameStat(stat, record)) same.push(record)
      else if (stat?.kind === 'file') differing.push({ path, stat })
      else seen.delete(nameOf(path))
    })
  )
  const missing = [...known.values()].filter(({ path }) => !seen.has(nameOf(path)))
  const temps = entries.map(({ name }) => name).filter((name) => name.startsWith('.galley-') && isJunk(name))
  return { folders, same, differing, missing, temps }
}

/** Takes in whatever other programs did below a folder. The caller holds the folder's lock. */
export async function takeInTree(core: Core, folder: ContentPath): Promise<void> {
  const view = await viewFolder(core, folder)
  if (!view) return
  for (const { path } of view.differing) await settleOrReport(core, path)
  for (const record of view.missing)
    if (core.index.memory.get(record.path)) await takeOutsideDelete(core, record)
  for (const below of view.folders) await takeInTree(core, below)
}

/** Settles a path; what the rules for names refuse, and links, become a problem to show, not a failure. */
export async function settleOrReport(
  core: Core,
  path: ContentPath,
  recheck = false
): Promise<IndexRecord | null> {
  try {
    const settled = await settle(core, path, recheck)
    return settled.kind === 'file' ? settled.record : null
  } catch (error) {
    if (!(error instanceof GalleyError) || !leftAlone.has(error.reason)) throw error
    core.problems.report(path, `${error.message} Until then it is left alone and not shown.`)
    return null
  }
}

const leftAlone = new Set<Reason>(['name-clash', 'no-access'])

/** The content path of an entry; null for what is no content, which is reported where a person can do something. */
function usable(core: Core, folder: ContentPath, entry: DirectoryEntry): ContentPath | null {
  if (isJunk(entry.name)) return null
  const where = `${folder === ROOT ? '' : folder}/${entry.name}`
  if (entry.kind === 'other') {
    core.problems.report(
      where,
      'This is a link or a special file. Galley does not follow it; it is left alone and not shown.'
    )
    return null
  }
  const path = childPath(folder, entry.name)
  if (path === null) {
    core.problems.report(
      where,
      'This name cannot be used on every computer. Rename the file; until then it is left alone and not shown.'
    )
  }
  return path
}

/** True when two paths are the same but for case or normal form of the last name. */
export function sameButCase(a: ContentPath, b: ContentPath): boolean {
  return parentOf(a) === parentOf(b) && a !== b && nameOf(a).toLowerCase() === nameOf(b).toLowerCase()
}
