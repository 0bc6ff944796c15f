import { basename, dirname, join, resolve } from 'node:path'
import type { DurableFs, DurableHandle, FileStat, OpenMode } from './durable-fs'
import { closing, closingSoon } from './durable-fs'
import { codeOf, NOT_PLAIN, storeError } from './error-codes'
import { tempName } from '../layout/layout'
import { newGuid } from '../layout/names'

/** Writes a file and waits until its bytes are on disk; its name is durable after `syncFolder`. */
export async function writeSynced(
  fs: DurableFs,
  path: string,
  data: Uint8Array,
  mode: OpenMode = 'create'
): Promise<FileStat> {
  const handle = await fs.open(path, mode)
  return closingSoon(handle, () => writtenAndSynced(handle, data))
}

/** As `writeSynced`, and the name is durable too. The folder is synced while the bytes are. */
export async function writeSyncedWithName(
  fs: DurableFs,
  path: string,
  data: Uint8Array,
  mode: OpenMode
): Promise<void> {
  const handle = await fs.open(path, mode)
  await closingSoon(handle, () => allDone([writtenAndSynced(handle, data), fs.syncFolder(dirname(path))]))
}

async function writtenAndSynced(handle: DurableHandle, data: Uint8Array): Promise<FileStat> {
  await handle.write(data)
  const [stat] = await allDone([handle.stat(), handle.sync()])
  return stat
}

/**
 * Writes small files that the disk may lose: for what can be made again. Folders that somebody removed are
 * made again.
 */
export async function writeLoosely(
  fs: DurableFs,
  files: readonly { readonly path: string; readonly data: Uint8Array }[]
): Promise<void> {
  try {
    await fs.writeAll(files)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) await makeFolders(fs, folder)
    await fs.writeAll(files)
  }
}

/** Replaces a small file of the store as a whole: old or new, never half (W1, W2). */
export async function replaceDurably(fs: DurableFs, path: string, data: Uint8Array): Promise<void> {
  const temp = `${dirname(path)}/${tempName(newGuid())}`
  try {
    await writeSynced(fs, temp, data)
    await fs.rename(temp, path)
  } catch (error) {
    await fs.unlink(temp).catch(() => undefined)
    throw error
  }
  await fs.syncFolder(dirname(path))
}

/** Appends to a file that exists; resolves when it is on disk. */
export async function appendSynced(fs: DurableFs, path: string, data: Uint8Array): Promise<void> {
  await appendTo(await fs.open(path, 'append'), data)
}

/** Appends to a file that is open for that, and closes it; resolves when the data is on disk. */
export async function appendTo(handle: DurableHandle, data: Uint8Array): Promise<void> {
  await closingSoon(handle, async () => {
    await handle.write(data)
    await handle.datasync()
  })
}

/** Cuts a file to its first `length` bytes, durably. */
export async function truncateDurably(fs: DurableFs, path: string, length: number): Promise<void> {
  const handle = await fs.open(path, 'update')
  await closing(handle, async () => {
    await handle.truncate(length)
    await handle.sync()
  })
}

/**
 * Makes a folder and its missing parents, each name durable.
 * @returns the folders that are new, outermost first
 */
export async function makeFolders(fs: DurableFs, path: string): Promise<string[]> {
  const stat = await fs.lstat(path)
  if (stat?.kind === 'folder') return []
  if (stat?.kind === 'other') throw storeError(NOT_PLAIN, path)
  const parent = dirname(path)
  const made = parent === path ? [] : await makeFolders(fs, parent)
  if (!(await fs.mkdir(path))) return made
  await fs.syncFolder(parent)
  return [...made, path]
}

/**
 * The folder of a workspace, with every link on the way resolved, once and for all; made with its parents
 * where it is missing.
 * @param fs a disk that is not confined yet
 */
export async function makeRoot(fs: DurableFs, location: string): Promise<string> {
  const path = resolve(location)
  const real = await fs.realpath(path)
  if (real !== null) {
    if ((await fs.lstat(real))?.kind === 'folder') return real
    throw storeError('ENOTDIR', path)
  }
  if (dirname(path) === path) return path
  const parent = await makeRoot(fs, dirname(path))
  const folder = join(parent, basename(path))
  if (await fs.mkdir(folder)) await fs.syncFolder(parent)
  return folder
}

/** Waits for all, also when one fails, so that nothing is still running when the caller cleans up. */
export async function allDone<const T extends readonly Promise<unknown>[]>(
  work: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** Makes the folders that are missing in one that exists; all names durable with one sync. */
export async function makeFoldersIn(fs: DurableFs, parent: string, names: readonly string[]): Promise<void> {
  const there = new Set((await fs.readdir(parent))?.map(({ name }) => name))
  const missing = names.filter((name) => !there.has(name))
  if (missing.length === 0) return
  await allDone(missing.map((name) => fs.mkdir(`${parent}/${name}`)))
  await fs.syncFolder(parent)
}
