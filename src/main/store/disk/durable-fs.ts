import {
  close as closeFd,
  fstat as fstatFd,
  fstatSync,
  lstat as lstatWithCallback,
  read as readFd,
  realpath as realpathWithCallback
} from 'node:fs'
import type { Stats } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tryFileLock } from '../../system/file-lock'
import { lookMany, statMany, writeMany } from './bulk-disk'
import { diskRoom, type DiskRoom } from './disk-room'
import { codeOf, NOT_PLAIN, OVERSIZE, storeError } from './error-codes'
import type { OpenMode } from './plain-file'
import { openPlain, openToRead, READ_FOLDER } from './plain-file'

export { codeOf } from './error-codes'
export type { DiskRoom } from './disk-room'
export type { OpenMode } from './plain-file'

/** What the store asks about a file on disk. Never follows a link. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number
  /** Unix milliseconds with fractions. */
  readonly mtimeMs: number
  /** When anything of it last changed, as the system alone can set it; Unix milliseconds with fractions. */
  readonly ctimeMs: number
  readonly ino: number
}

/** A file's outside and its first bytes. */
export interface FileLook {
  readonly stat: FileStat
  readonly bytes: Uint8Array
}

export interface DirectoryEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
}

export interface DurableHandle {
  /** An exclusive lock until the handle is closed or its process ends; false when another has it, null when the disk knows no locks. */
  tryLock(): boolean | null
  /** False when the file has no name any more: somebody deleted it, or put another one in its place. Asks the system's memory alone. */
  hasName(): boolean
  /** Bytes, from the system's memory alone. */
  sizeNow(): number
  /** All of the data, at the current position. */
  write(data: Uint8Array): Promise<void>
  /** @returns bytes read, 0 at the end */
  read(buffer: Uint8Array, position: number): Promise<number>
  sync(): Promise<void>
  datasync(): Promise<void>
  truncate(length: number): Promise<void>
  stat(): Promise<FileStat>
  close(): Promise<void>
}

/**
 * The only way in which the store touches a disk: small enough to record, replay and fail every call in tests.
 * Methods reject with Node's own errors; `translated` in os-errors.ts turns them into sentences.
 */
export interface DurableFs {
  /** Plain files alone: anything else is refused with NOT_PLAIN, and never waited for. */
  open(path: string, mode: OpenMode): Promise<DurableHandle>
  /** All of a plain file. @param most bytes; a longer one is refused with OVERSIZE before anything of it is read */
  readFile(path: string, most?: number): Promise<Uint8Array>
  /**
   * One file's outside and its first bytes, in as few steps as the system allows.
   * @param length how many bytes are expected; one more is asked for, so that a longer file shows
   * @returns null when there is nothing, or no plain file
   */
  look(path: string, length: number): Promise<FileLook | null>
  /** As `look`, of many small files; in their order. The outside is asked before the bytes. */
  lookAll(files: readonly { readonly path: string; readonly length: number }[]): Promise<(FileLook | null)[]>
  /** Null when there is nothing. */
  lstat(path: string): Promise<FileStat | null>
  /** As `lstat`, of many files; in their order. */
  lstatAll(paths: readonly string[]): Promise<(FileStat | null)[]>
  /** Null when there is no such folder. */
  readdir(path: string): Promise<DirectoryEntry[] | null>
  /** The path with every link resolved; null when there is nothing. */
  realpath(path: string): Promise<string | null>
  /** @returns false when the folder was there */
  mkdir(path: string): Promise<boolean>
  /** Writes many small files anew, unsynced: for what can be made again. Rejects with the first failure. */
  writeAll(files: readonly { readonly path: string; readonly data: Uint8Array }[]): Promise<void>
  rename(from: string, to: string): Promise<void>
  link(from: string, to: string): Promise<void>
  /** @returns false when there was no such file */
  unlink(path: string): Promise<boolean>
  rmdir(path: string): Promise<void>
  /** Removes a tree of files that nobody needs any more. */
  removeTree(path: string): Promise<void>
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>
  /** A folder whose names will have to be made durable soon: opened before, that needs one step less. */
  openFolder(path: string): Promise<FolderHandle>
  /** What the disk of a folder still takes; null where that cannot be told. */
  room(folder: string): Promise<DiskRoom | null>
}

export interface FolderHandle {
  /** Makes the names in the folder durable. */
  sync(): Promise<void>
  close(): Promise<void>
}

const MANY = 500
const LOOK_AT_ONCE = 1024 * 1024
/** No memory holds more in one piece on every system. */
const MOST_LOOKED = 2 * 1024 * 1024 * 1024 - 1

function lstatOne(path: string): Promise<FileStat | null> {
  return new Promise((resolve, reject) => {
    // the callback form costs 5 µs, the promise form 12: lists of 10,000 files feel it
    lstatWithCallback(path, (error, stats) => {
      if (!error) resolve(statOf(stats))
      else if (isMissing(error)) resolve(null)
      else reject(error)
    })
  })
}

export const nodeFs: DurableFs = {
  open: async (path, mode) => handleOf(await openPlain(path, mode)),
  readFile: readPlain,
  look: async (path, length) => {
    const fd = await openToLook(path)
    if (fd === null) return null
    try {
      // what is expected may be wrong: memory is taken for what is there
      const large = length > LOOK_AT_ONCE ? await fstatOf(fd) : null
      if (large && large.size > MOST_LOOKED) throw storeError(OVERSIZE, path)
      const bytes = Buffer.allocUnsafeSlow(Math.min(length, large?.size ?? length) + 1)
      // both ask the same open file, so neither waits for the other; the caller's hash tells whether they agree
      const [stat, read] = await Promise.all([fstatOf(fd), readAll(fd, bytes)])
      return stat.kind === 'file' ? { stat, bytes: bytes.subarray(0, read) } : null
    } catch (error) {
      if (['EISDIR', 'ESPIPE', 'EAGAIN'].includes(codeOf(error))) return null
      throw error
    } finally {
      // nothing was written: nobody needs to wait, or to hear, how this ends
      closeFd(fd, () => undefined)
    }
  },
  lstat: lstatOne,
  lstatAll: (paths) => (paths.length < MANY ? Promise.all(paths.map(lstatOne)) : statMany(paths)),
  lookAll: lookMany,
  writeAll: writeMany,
  readdir: async (path) => {
    const entries = await orNull(readdir(path, { withFileTypes: true }))
    return entries?.map((entry) => ({ name: entry.name, kind: kindOf(entry) })) ?? null
  },
  realpath: (path) =>
    new Promise((resolve, reject) => {
      realpathWithCallback.native(path, (error, real) => {
        if (!error) resolve(real)
        else if (isMissing(error)) resolve(null)
        else reject(error)
      })
    }),
  mkdir: async (path) => {
    try {
      await mkdir(path)
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    }
  },
  rename,
  link,
  unlink: async (path) => {
    try {
      await unlink(path)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  },
  rmdir,
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  syncFolder: async (path) => {
    const handle = await openFolder(path)
    await closingSoon(handle, () => handle.sync())
  },
  openFolder,
  room: diskRoom
}

async function openFolder(path: string): Promise<FolderHandle> {
  // Windows has no such call: its journal orders names itself
  if (process.platform === 'win32') return { sync: () => Promise.resolve(), close: () => Promise.resolve() }
  const handle = await open(path, READ_FOLDER)
  return { sync: () => handle.sync(), close: () => handle.close() }
}

/** Same bytes as when last looked at, as far as a file's outside can tell. */
export function sameStat(
  a: Pick<FileStat, 'size' | 'mtimeMs' | 'ino'>,
  b: Pick<FileStat, 'size' | 'mtimeMs' | 'ino'>
): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino
}

/**
 * Milliseconds within which two changes may get the same time: disks that count in whole seconds count in two of them at
 * worst; the others follow the system's clock.
 */
export function tickOf({ ctimeMs }: FileStat): number {
  return ctimeMs % 1000 === 0 ? 3_000 : 100
}

/** Runs the work, then closes, whatever happens; the work's own error wins. */
export async function closing<T>(handle: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    await handle.close().catch(() => undefined)
    throw error
  }
  await handle.close()
  return result
}

/**
 * As `closing`, for a file whose data is synced: nobody needs to wait for the close. Windows does not rename open files
 * over others, so there one does.
 */
export async function closingSoon<T>(handle: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return closing(handle, work)
  try {
    return await work()
  } finally {
    handle.close().catch(() => undefined)
  }
}

function handleOf(handle: FileHandle): DurableHandle {
  return {
    tryLock: () => tryFileLock(handle.fd),
    hasName: () => fstatSync(handle.fd).nlink > 0,
    sizeNow: () => fstatSync(handle.fd).size,
    write: (data) => handle.writeFile(data),
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    sync: () => handle.sync(),
    datasync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    stat: async () => statOf(await handle.stat()),
    close: () => handle.close()
  }
}

/** The descriptor, or null when there is nothing to open or a link, a device, a socket lies there. */
async function openToLook(path: string): Promise<number | null> {
  try {
    return await openToRead(path)
  } catch (error) {
    if (isMissing(error) || ['EISDIR', NOT_PLAIN].includes(codeOf(error))) return null
    throw error
  }
}

/** The callback form: logs are read by the ten thousand. */
async function readPlain(path: string, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const fd = await openToRead(path)
  try {
    const { kind, size } = await fstatOf(fd)
    if (kind !== 'file') throw storeError(NOT_PLAIN, path)
    if (size > most) throw storeError(OVERSIZE, path)
    const bytes = Buffer.allocUnsafeSlow(size + 1)
    return bytes.subarray(0, await readAll(fd, bytes))
  } finally {
    closeFd(fd, () => undefined)
  }
}

function fstatOf(fd: number): Promise<FileStat> {
  return new Promise((resolve, reject) => {
    fstatFd(fd, (error, stats) => {
      if (error) reject(error)
      else resolve(statOf(stats))
    })
  })
}

/** Fills the buffer, which is one byte longer than the file should be, as far as the file goes. */
async function readAll(fd: number, buffer: Uint8Array): Promise<number> {
  let at = 0
  for (;;) {
    const read = await readAt(fd, buffer, at)
    at += read
    // one byte short of the buffer is what was expected
    if (read === 0 || at >= buffer.length - 1) return at
  }
}

function readAt(fd: number, buffer: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    readFd(fd, buffer, at, buffer.length - at, at, (error, read) => {
      if (error) reject(error)
      else resolve(read)
    })
  })
}

interface Kinds {
  isFile(): boolean
  isDirectory(): boolean
}

const kindOf = (entry: Kinds) => (entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other')

const statOf = (stats: Stats): FileStat => ({
  kind: kindOf(stats),
  size: stats.size,
  mtimeMs: stats.mtimeMs,
  ctimeMs: stats.ctimeMs,
  ino: stats.ino
})

export const isMissing = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
