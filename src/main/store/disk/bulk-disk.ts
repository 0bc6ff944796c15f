import { Worker } from 'node:worker_threads'
import type { Append, FileLook, FileStat, FolderLook, Move, NewFile } from './durable-fs'

const IDLE_MS = 5_000
const FIELDS = 5

/**
 * Outsides of many files in one go: a thread that asks the disk without the hand-over of each call needs a
 * third of the time, and leaves this one free. It ends when it has had nothing to do for some seconds.
 * @returns in the order of the paths, null where there is nothing
 */
export async function statMany(paths: readonly string[]): Promise<(FileStat | null)[]> {
  return unpacked((await ask({ kind: 'stat', paths })).fields)
}

/** Outsides and first bytes of many small files in one go; null for what is no plain file. */
export async function lookMany(
  files: readonly { readonly path: string; readonly length: number }[]
): Promise<(FileLook | null)[]> {
  const { fields, contents } = await ask({ kind: 'look', files })
  return unpacked(fields).map((stat, index) => {
    const bytes = contents[index]
    return stat?.kind === 'file' && bytes ? { stat, bytes } : null
  })
}

/**
 * Folders with the outsides of the files in them in one go, each read at once: where it really lies, itself, its names, its
 * files. Null for what is no folder, or leads to itself.
 */
export async function lookIntoMany(folders: readonly string[]): Promise<(FolderLook | null)[]> {
  const { fields, texts } = await ask({ kind: 'folders', folders })
  const stats = unpacked(fields)
  let at = 0
  return texts.map((text) => {
    const stat = text === null ? null : stats[at++]
    if (text === null || !stat) return null
    const [real = '', ...names] = text.split('\0')
    const entries = names.flatMap((name) => {
      const entry = stats[at++]
      return entry ? [{ name, kind: entry.kind, stat: entry.kind === 'file' ? entry : null }] : []
    })
    return { real, stat, entries }
  })
}

/**
 * Writes many small files, which the disk may lose, in one go. Rejects with the first failure; the others may
 * be there.
 */
export async function writeMany(
  files: readonly { readonly path: string; readonly data: Uint8Array }[]
): Promise<void> {
  await ask({ kind: 'write', files })
}

/**
 * Writes many small files in one go, bytes first, then all of them made durable, so that the disk has one
 * long write instead of many.
 */
export async function writeManySynced(files: readonly NewFile[]): Promise<FileStat[]> {
  const { fields } = await ask({ kind: 'write-synced', files })
  return unpacked(fields).filter((stat) => stat !== null)
}

/**
 * Renames many files in one go, and makes the names in the folders they came to durable. Each is held against
 * what has to lie at its new name right before its turn.
 * @returns which were done
 */
export async function renameMany(moves: readonly Move[]): Promise<boolean[]> {
  return flags((await ask({ kind: 'rename', moves })).fields)
}

/** Appends to many files in one go, then makes all of it durable. @returns which were as they had to be */
export async function appendManySynced(appends: readonly Append[]): Promise<boolean[]> {
  return flags((await ask({ kind: 'append-synced', appends })).fields)
}

const flags = (fields: Float64Array): boolean[] => Array.from(fields, (flag) => flag === 1)

type Task =
  | { readonly kind: 'stat'; readonly paths: readonly string[] }
  | { readonly kind: 'folders'; readonly folders: readonly string[] }
  | { readonly kind: 'look'; readonly files: readonly { readonly path: string; readonly length: number }[] }
  | {
      readonly kind: 'write'
      readonly files: readonly { readonly path: string; readonly data: Uint8Array }[]
    }
  | { readonly kind: 'write-synced'; readonly files: readonly NewFile[] }
  | { readonly kind: 'append-synced'; readonly appends: readonly Append[] }
  | { readonly kind: 'rename'; readonly moves: readonly Move[] }

function ask(task: Task): Promise<Done> {
  return (looks.has(task.kind) ? looking : writing).ask(task)
}

const looks: ReadonlySet<Task['kind']> = new Set(['stat', 'folders', 'look'])

interface Done {
  readonly fields: Float64Array
  readonly contents: readonly (Uint8Array | null)[]
  /** Of each folder where it lies and the names in it, with a sign between them that no name has. */
  readonly texts: readonly (string | null)[]
}

interface Asked {
  resolve(done: Done): void
  reject(error: unknown): void
}

interface Answer {
  readonly id: number
  readonly done?: Done
  readonly error?: { readonly message: string; readonly code: string }
}

/** A thread that does one task after the other, from the first until it has had nothing to do for a while. */
function openThread(): { ask(task: Task): Promise<Done> } {
  const asked = new Map<number, Asked>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const thread = new Worker(program, { eval: true })
    thread.unref()
    const ended = (error: unknown) => {
      if (worker === thread) worker = undefined
      for (const one of asked.values()) one.reject(error)
      asked.clear()
    }
    thread.on('message', ({ id, done, error }: Answer) => {
      const one = asked.get(id)
      asked.delete(id)
      if (asked.size === 0) rest(thread)
      if (done) one?.resolve(done)
      else
        one?.reject(Object.assign(new Error(error?.message ?? 'no answer'), { code: error?.code ?? 'EIO' }))
    })
    thread.on('error', ended)
    return thread
  }

  function rest(thread: Worker): void {
    clearTimeout(idle)
    idle = setTimeout(() => {
      worker = undefined
      void thread.terminate()
    }, IDLE_MS).unref()
  }

  return {
    ask(task) {
      const id = ++lastId
      worker ??= start()
      clearTimeout(idle)
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject })
        worker?.postMessage({ id, task })
      })
    }
  }
}

function unpacked(fields: Float64Array): (FileStat | null)[] {
  const at = (index: number) => fields[index] ?? 0
  return Array.from({ length: fields.length / FIELDS }, (_, index) => {
    const from = index * FIELDS
    const kind = kinds[at(from)]
    if (kind === undefined) return null
    return { kind, size: at(from + 1), mtimeMs: at(from + 2), ctimeMs: at(from + 3), ino: at(from + 4) }
  })
}

const kinds = [undefined, 'file', 'folder', 'other'] as const

// as text, so that it runs the same from every bundle and from none
const program = `
const { parentPort } = require('node:worker_threads')
const { closeSync, constants, fdatasync, fstatSync, fsync, ftruncateSync, lstatSync, openSync, readdirSync, readSync, realpathSync, renameSync, unlinkSync, writeSync } = require('node:fs')
const { dirname, sep } = require('node:path')
const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_RDONLY, O_WRONLY } = constants
const careful = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK
const none = { fields: new Float64Array(0), contents: [], texts: [] }

function pack(fields, index, stat) {
  fields.set([stat.isFile() ? 1 : stat.isDirectory() ? 2 : 3, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino], index * ${FIELDS})
}
// as plain-file.ts: what lies there is given up, and nothing behind a link or another name of it is changed
function openAnew(path) {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (!there) return openSync(path, O_WRONLY | O_CREAT | O_EXCL | careful)
  if (!there.isFile() || there.nlink > 1) {
    unlinkSync(path)
    return openSync(path, O_WRONLY | O_CREAT | O_EXCL | careful)
  }
  const fd = openSync(path, O_WRONLY | careful)
  ftruncateSync(fd, 0)
  return fd
}
function writeWhole(fd, data) {
  for (let at = 0; at < data.length; ) at += writeSync(fd, data, at)
}
// as plain-file.ts: what is no plain file, or is not there, is left to who opens it by itself
function openOwn(path) {
  try {
    if (careful === 0 && !lstatSync(path).isFile()) return null
    return openSync(path, O_WRONLY | O_APPEND | careful)
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP', 'EISDIR'].includes(error.code)) return null
    throw error
  }
}
function isAt(path, over) {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (!there || over === null) return !there && over === null
  return there.isFile() && there.size === over.size && there.mtimeMs === over.mtimeMs && there.ino === over.ino
}
// all at once: a disk that is asked for one after the other makes each wait for a turn of its own
async function syncAll(fds, sync = fsync) {
  const all = fds.map((fd) => new Promise((done, fail) => sync(fd, (error) => (error ? fail(error) : done()))))
  await Promise.allSettled(all)
  await Promise.all(all)
}
// Windows has no such call: its journal orders names itself
async function syncFolders(paths) {
  if (process.platform === 'win32') return
  const open = []
  try {
    for (const folder of new Set(paths.map((path) => dirname(path)))) open.push(openSync(folder, O_RDONLY | O_DIRECTORY | careful))
    await syncAll(open)
  } finally {
    for (const fd of open) closeSync(fd)
  }
}
const does = {
  stat({ paths }) {
    const fields = new Float64Array(paths.length * ${FIELDS})
    paths.forEach((path, index) => {
      let stat
      try {
        stat = lstatSync(path, { throwIfNoEntry: false })
      } catch (error) {
        if (error.code !== 'ENOTDIR') throw error
      }
      if (stat) pack(fields, index, stat)
    })
    return { ...none, fields }
  },
  folders({ folders }) {
    const all = []
    const texts = folders.map((folder) => {
      try {
        const real = realpathSync.native(folder)
        const stat = lstatSync(folder)
        const inside = readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry.isFile() ? lstatSync(folder + sep + entry.name, { throwIfNoEntry: false }) : entry])
        all.push(stat, ...inside.map(([, stat]) => stat))
        return [real, ...inside.map(([name]) => name)].join('\\0')
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code)) return null
        throw error
      }
    })
    const fields = new Float64Array(all.length * ${FIELDS})
    all.forEach((stat, index) => stat && pack(fields, index, stat))
    return { ...none, fields, texts }
  },
  look({ files }) {
    const fields = new Float64Array(files.length * ${FIELDS})
    const contents = files.map(({ path, length }, index) => {
      let fd
      try {
        if (careful === 0 && !lstatSync(path).isFile()) return null
        fd = openSync(path, O_RDONLY | careful)
      } catch {
        return null
      }
      try {
        const stat = fstatSync(fd)
        if (!stat.isFile()) return null
        const bytes = new Uint8Array(length + 1)
        let read = 0
        for (let got = 1; got > 0 && read < length; read += got) got = readSync(fd, bytes, read, length + 1 - read, read)
        pack(fields, index, stat)
        return bytes.subarray(0, read)
      } finally {
        closeSync(fd)
      }
    })
    return { ...none, fields, contents }
  },
  write({ files }) {
    for (const { path, data } of files) {
      const fd = openAnew(path)
      try {
        writeWhole(fd, data)
      } finally {
        closeSync(fd)
      }
    }
    return none
  },
  async 'write-synced'({ files }) {
    const fields = new Float64Array(files.length * ${FIELDS})
    const open = []
    try {
      for (const { path, data } of files) {
        const fd = openAnew(path)
        open.push(fd)
        writeWhole(fd, data)
      }
      open.forEach((fd, index) => pack(fields, index, fstatSync(fd)))
      await syncAll(open)
    } finally {
      for (const fd of open) closeSync(fd)
    }
    await syncFolders(files.filter(({ temporary }) => !temporary).map(({ path }) => path))
    return { ...none, fields }
  },
  async 'append-synced'({ appends }) {
    const fields = new Float64Array(appends.length)
    const open = []
    try {
      appends.forEach(({ path, length, data }, index) => {
        const fd = openOwn(path)
        if (fd === null) return
        open.push(fd)
        const stat = fstatSync(fd)
        if (!stat.isFile() || stat.nlink > 1 || stat.size !== length) return
        writeWhole(fd, data)
        fields[index] = 1
      })
      await syncAll(open, fdatasync)
    } finally {
      for (const fd of open) closeSync(fd)
    }
    return { ...none, fields }
  },
  async rename({ moves }) {
    const fields = new Float64Array(moves.length)
    moves.forEach(({ from, to, over }, index) => {
      if (over !== undefined && !isAt(to, over)) return
      renameSync(from, to)
      fields[index] = 1
    })
    await syncFolders(moves.filter((_move, index) => fields[index] === 1).map(({ to }) => to))
    return { ...none, fields }
  }
}
parentPort.on('message', async ({ id, task }) => {
  try {
    parentPort.postMessage({ id, done: await does[task.kind](task) })
  } catch (error) {
    parentPort.postMessage({ id, error: { message: error.message, code: error.code } })
  }
})
`

// for the whole process: they hold no state of any store, and who looks does not wait for who writes
const looking = openThread()
const writing = openThread()
