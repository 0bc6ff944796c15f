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
import { join } from 'node:path'
import { tryFileLock } from '../../system/file-lock'
import {
  appendManySynced,
  lookIntoMany,
  lookMany,
  renameMany,
  statMany,
  writeMany,
  writeManySynced
} from './bulk-disk'
import { diskRoom } from './disk-room'
import {
  closingSoon,
  type DirectoryEntry,
  type DurableFs,
  type DurableHandle,
  type FileStat,
  type FolderLook,
  type FolderHandle
} from './durable-fs'
import { codeOf, isMissing, NOT_PLAIN, OVERSIZE, storeError } from './error-codes'
import { openPlain, openToRead, READ_FOLDER } from './plain-file'

const MANY = 500
/** Fewer are not worth a thread. */
const MANY_FOLDERS = 16
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

function realpathOne(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    realpathWithCallback.native(path, (error, real) => {
      if (!error) resolve(real)
      else if (isMissing(error)) resolve(null)
      else reject(error)
    })
  })
}

async function readdirOne(path: string): Promise<DirectoryEntry[] | null> {
  const entries = await orNull(readdir(path, { withFileTypes: true }))
  return entries?.map((entry) => ({ name: entry.name, kind: kindOf(entry) })) ?? null
}

async function lookIntoOne(folder: string): Promise<FolderLook | null> {
  const real = await realpathOne(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ELOOP') return null
    throw error
  })
  const stat = real === null ? null : await lstatOne(folder)
  const found = stat && (await readdirOne(folder))
  if (real === null || !stat || !found) return null
  const entries = await Promise.all(
    found.map(async ({ name, kind }) => {
      if (kind !== 'file') return { name, kind, stat: null }
      const outside = await lstatOne(join(folder, name))
      return outside && { name, kind: outside.kind, stat: outside.kind === 'file' ? outside : null }
    })
  )
  return { real, stat, entries: entries.filter((entry) => entry !== null) }
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
      // both ask the same open file, so neither waits for the other; the caller's hash tells whether they
      // agree
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
  writeAllSynced: writeManySynced,
  appendAllSynced: appendManySynced,
  readdir: readdirOne,
  lookInto: (folders) =>
    folders.length < MANY_FOLDERS ? Promise.all(folders.map(lookIntoOne)) : lookIntoMany(folders),
  realpath: realpathOne,
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
  renameAll: renameMany,
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

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
