import type { ContentPath } from '../../../common/content/paths'
import { parentOf, ROOT } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { linkError } from '../core/folder-names'
import { isJunkPath } from '../layout/layout'
import { makeOneLast } from './make-last'
import { adoptFile, takeOutsideChange, takeOutsideDelete } from './outside-file'

/** What is at a path, once whatever other programs did there has been taken in. */
export type Adopted =
  | { readonly kind: 'file'; readonly record: IndexRecord }
  | { readonly kind: 'folder' }
  | { readonly kind: 'none' }

/**
 * Brings the store and the disk to one opinion about a path. The caller holds the path's lock.
 * @param recheck also read the content when its outside looks unchanged
 * @throws no-access when a link or a special file is in the way
 */
export async function adopt(core: Core, path: ContentPath, recheck = false): Promise<Adopted> {
  if (path === ROOT) return { kind: 'folder' }
  const stat = await lookAt(core, path)
  const known = core.index.memory.get(path)
  if (stat?.kind === 'other') throw linkError(path)
  const isNew = known !== undefined && stat?.kind === 'file' && core.pendingAdoption.waiting.has(known.id)
  const record = isNew ? await makeOneLast(core, known) : known
  if (record && stat?.kind === 'file') {
    if (!recheck && sameStat(stat, record)) return { kind: 'file', record }
    return { kind: 'file', record: await takeOutsideChange(core, record, stat) }
  }
  if (record) await takeOutsideDelete(core, record)
  if (stat?.kind === 'folder') return { kind: 'folder' }
  if (!stat || isJunkPath(path)) return { kind: 'none' }
  await core.names.check(path)
  return { kind: 'file', record: await adoptFile(core, path, stat) }
}

/** As `adopt`, for operations on a file. @throws is-folder */
export async function adoptedFile(core: Core, path: ContentPath): Promise<IndexRecord | null> {
  const adopted = await adopt(core, path)
  if (adopted.kind === 'folder')
    throw new GalleyError('is-folder', 'This is a folder, not a file.', { where: path })
  return adopted.kind === 'file' ? adopted.record : null
}

/** As `adoptedFile`, of many, in their order: those that are as the index knows them take one look together. */
export async function adoptedFiles(
  core: Core,
  paths: readonly ContentPath[]
): Promise<(IndexRecord | null)[]> {
  const stats = await core.fs.lstatAll(paths.map((path) => core.layout.content(path)))
  const records = []
  for (const [at, path] of paths.entries()) {
    const stat = stats[at]
    const known = core.index.memory.get(path)
    const isKnown =
      known && stat?.kind === 'file' && sameStat(stat, known) && !core.pendingAdoption.waiting.has(known.id)
    records.push(isKnown ? known : await adoptedFile(core, path))
  }
  return records
}

/**
 * The file's outside, or null; nothing behind a link in the path is ever seen, so nothing leaves the
 * workspace.
 */
export async function lookAt(core: Core, path: ContentPath): Promise<FileStat | null> {
  const [stat, inside] = await Promise.all([
    core.fs.lstat(core.layout.content(path)),
    isReal(core, parentOf(path))
  ])
  if (!inside) return null
  return stat
}

/** True when the folder is there, under exactly this name, without a link on the way. */
export async function isReal(core: Core, folder: ContentPath): Promise<boolean> {
  const onDisk = core.layout.content(folder)
  const real = await core.fs.realpath(onDisk)
  return real === onDisk || (real !== null && real.normalize('NFC') === onDisk)
}
