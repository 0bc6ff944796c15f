import type { ContentPath } from '../../../common/content/paths'
import { clashKey, nameOf, parentOf, ROOT, segmentsOf } from '../../../common/content/paths'
import { GalleyError, sentence } from '../../../common/errors'
import { isMisleading, MISLEADING_NAME } from '../../../common/content/visible-text'
import type { DurableFs } from '../disk/durable-fs'
import type { Layout } from '../layout/layout'
import { childPath, isJunkPath } from '../layout/layout'

const CACHED_FOLDERS = 200

/** Which names exist in a folder under which clash key, read from disk when first needed (N5). */
export interface FolderNames {
  /**
   * Checks that a file or folder may be made at the path.
   * @param except a path that is about to leave (a rename that changes only the case)
   * @throws bad-path for a name of the system's, name-clash, is-file for a parent that is a file, no-access
   * for a link in the way
   */
  check(path: ContentPath, except?: ContentPath): Promise<void>
  /** As `check`, of many files that are to be made: the folders on the way are looked at once. */
  checkAll(paths: readonly ContentPath[]): Promise<void>
  added(path: ContentPath): void
  removed(path: ContentPath): void
  /** Something came, went or changed under a name in the folder; null: under whatever name. */
  noted(folder: ContentPath, name: string | null): void
}

export function createFolderNames(fs: DurableFs, layout: Layout): FolderNames {
  const cache = new Map<ContentPath, Map<string, string>>()

  async function namesIn(folder: ContentPath): Promise<Map<string, string> | null> {
    const known = cache.get(folder)
    if (known) return known
    const entries = await fs.readdir(layout.content(folder))
    if (!entries) return null
    const names = new Map(entries.map(({ name }) => [clashKey(name), name]))
    cache.set(folder, names)
    if (cache.size > CACHED_FOLDERS) for (const oldest of [...cache.keys()].slice(0, 20)) cache.delete(oldest)
    return names
  }

  /** The name that stands in the way of another spelling; asks the disk before believing the cache. */
  async function clashing(folder: ContentPath, name: string): Promise<string | null> {
    const names = await namesIn(folder)
    const there = names?.get(clashKey(name))
    if (there === undefined || there === name) return null
    const path = childPath(folder, there)
    if (path === null || (await fs.lstat(layout.content(path)))) return there
    names?.delete(clashKey(name))
    return null
  }

  async function check(path: ContentPath, except?: ContentPath): Promise<void> {
    requireOwnName(path)
    // one that is really there lies in folders alone: none of them is asked about by itself
    const isThere = (await fs.lstat(layout.content(parentOf(path))))?.kind === 'folder'
    let folder = ROOT
    for (const name of segmentsOf(path)) {
      const here = `${folder === ROOT ? '' : folder}/${name}` as ContentPath
      const there = await clashing(folder, name)
      if (there !== null && childPath(folder, there) !== except) {
        throw nameClash(there, name, here)
      }
      if (here !== path && !isThere) {
        const stat = await fs.lstat(layout.content(here))
        if (!stat) return
        if (stat.kind === 'file') throw parentIsFile(name, here)
        if (stat.kind === 'other') throw linkError(here)
      }
      folder = here
    }
  }

  return {
    async checkAll(paths) {
      const seen = new Set<ContentPath>()
      for (const path of paths) {
        const folder = parentOf(path)
        if (!seen.has(folder)) await check(path)
        else {
          requireOwnName(path)
          const there = await clashing(folder, nameOf(path))
          if (there !== null) throw nameClash(there, nameOf(path), path)
        }
        seen.add(folder)
      }
    },
    check,
    added(path) {
      for (let at = path; at !== ROOT; at = parentOf(at))
        cache.get(parentOf(at))?.set(clashKey(nameOf(at)), nameOf(at))
    },
    removed(path) {
      cache.get(parentOf(path))?.delete(clashKey(nameOf(path)))
      for (const folder of [...cache.keys()]) if (folder.startsWith(path)) cache.delete(folder)
    },
    noted(folder, name) {
      const names = cache.get(folder)
      if (!names) return
      // one that has gone does no harm: whoever meets it asks the disk
      const there = name === null ? undefined : names.get(clashKey(name))
      if (name === null || (there !== undefined && there !== name)) cache.delete(folder)
      else names.set(clashKey(name), name)
    }
  }
}

/** N5. @param there the name that is in the way of `name` */
export const nameClash = (there: string, name: string, where: ContentPath): GalleyError =>
  new GalleyError(
    'name-clash',
    sentence`“${{ there }}” is already here and differs from “${{ name }}” only by case or normal form. Choose another name.`,
    { where }
  )

export const parentIsFile = (name: string, where: ContentPath): GalleyError =>
  new GalleyError(
    'is-file',
    sentence`“${{ name }}” is a file, so nothing can be in it. Choose another folder.`,
    {
      where
    }
  )

/**
 * @throws bad-path for names that systems and programs use for their own files: what has one is never listed,
 * and may be swept.
 */
export function requireOwnName(path: ContentPath): void {
  if (!isJunkPath(path)) return
  throw new GalleyError('bad-path', 'This name is used by systems for their own files. Choose another.', {
    where: path
  })
}

/**
 * What is there under such a name stays as it is.
 * @throws bad-path for a new one that would look like another
 */
export function requireReadableName(path: ContentPath): void {
  if (!isMisleading(nameOf(path))) return
  throw new GalleyError('bad-path', MISLEADING_NAME, { where: parentOf(path) })
}

export function linkError(path: ContentPath): GalleyError {
  return new GalleyError(
    'no-access',
    'This is a link or a special file, which Galley does not follow. Replace it with a real one.',
    {
      where: path
    }
  )
}
