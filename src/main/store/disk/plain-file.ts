import { constants, lstat as lstatOf, open as openFd } from 'node:fs'
import type { Stats } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OpenMode } from './durable-fs'
import { codeOf, NOT_PLAIN, storeError } from './error-codes'
import { tempName } from '../layout/layout'
import { newGuid } from '../layout/names'

const windows = process.platform === 'win32'
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = constants
// a link is not followed, and a fifo that nobody reads or writes is not waited for; Windows has neither
const CAREFUL = windows ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK

/** For folders: a link to one is none. */
export const READ_FOLDER = windows ? O_RDONLY : O_RDONLY | CAREFUL | constants.O_DIRECTORY

const flags = {
  read: O_RDONLY | CAREFUL,
  create: O_WRONLY | O_CREAT | O_EXCL | CAREFUL,
  replace: O_WRONLY | O_CREAT | CAREFUL,
  append: O_WRONLY | O_CREAT | O_APPEND | CAREFUL,
  update: O_RDWR | CAREFUL,
  lock: O_RDWR | O_CREAT | CAREFUL
} as const

/** What the system says of a link, a fifo without a reader, a socket. */
const special = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP', 'ENOTSUP'])

const isSpecial = (error: unknown) => special.has(codeOf(error))

/**
 * Opens plain files and nothing else, whatever somebody put at the path. What is written to belongs to this
 * name alone: a file that has another name somewhere (a hard link, of a backup for example) is first made a
 * file of its own.
 * @throws the system's errors, and NOT_PLAIN for links, fifos, devices, sockets and folders
 */
export async function openPlain(path: string, mode: OpenMode): Promise<FileHandle> {
  if (mode === 'create') return open(path, flags.create)
  if (mode === 'replace') return openAnew(path)
  const handle = await openCarefully(path, mode)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw notPlain(path)
    if (stat.nlink < 2 || mode === 'read' || mode === 'lock') return handle
    await ownCopy(stat, path)
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return openCarefully(path, mode)
}

/**
 * The descriptor of a file to read, without the cost of a handle; the caller asks what it is.
 * @throws as `openPlain`
 */
export async function openToRead(path: string): Promise<number> {
  if (windows && (await isLink(path))) throw notPlain(path)
  return new Promise((resolve, reject) => {
    openFd(path, flags.read, (error, fd) => {
      if (error) reject(isSpecial(error) ? notPlain(path) : error)
      else resolve(fd)
    })
  })
}

async function openCarefully(path: string, mode: OpenMode): Promise<FileHandle> {
  if (windows && (await isLink(path))) throw notPlain(path)
  try {
    return await open(path, flags[mode])
  } catch (error) {
    throw isSpecial(error) ? notPlain(path) : error
  }
}

/**
 * An empty file. What lay there is given up in any case: a link or a second name loses its place here, and
 * nothing behind it changes.
 */
async function openAnew(path: string): Promise<FileHandle> {
  let handle: FileHandle
  try {
    handle = await openCarefully(path, 'replace')
  } catch (error) {
    if (codeOf(error) !== NOT_PLAIN) throw error
    await unlink(path)
    return open(path, flags.create)
  }
  try {
    const stat = await handle.stat()
    if (stat.isFile() && stat.nlink < 2) {
      if (stat.size > 0) await handle.truncate(0)
      return handle
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  await unlink(path)
  return open(path, flags.create)
}

const CHUNK = 1024 * 1024

/** Gives the path a file of its own with the same bytes, durably; the other names keep theirs. */
async function ownCopy({ size }: Stats, path: string): Promise<void> {
  const temp = `${dirname(path)}/${tempName(newGuid())}`
  const source = await openCarefully(path, 'read')
  try {
    const copy = await open(temp, flags.create)
    try {
      const buffer = Buffer.allocUnsafe(CHUNK)
      for (let at = 0; at < size;) {
        const { bytesRead } = await source.read(buffer, 0, CHUNK, at)
        if (bytesRead === 0) break
        await copy.writeFile(buffer.subarray(0, bytesRead))
        at += bytesRead
      }
      await copy.sync()
    } finally {
      await copy.close()
    }
    await rename(temp, path)
  } catch (error) {
    await unlink(temp).catch(() => undefined)
    throw error
  } finally {
    await source.close()
  }
}

function isLink(path: string): Promise<boolean> {
  return new Promise((resolve) => lstatOf(path, (error, stat) => resolve(!error && !stat.isFile())))
}

const notPlain = (path: string) => storeError(NOT_PLAIN, path)
