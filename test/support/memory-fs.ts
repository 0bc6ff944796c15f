import { basename, dirname } from 'node:path'
import { sameStat } from '../../src/main/store/disk/durable-fs'
import type { DurableFs, DurableHandle, FileStat, OpenMode } from '../../src/main/store/disk/durable-fs'

interface Inode {
  readonly ino: number
  readonly kind: 'file' | 'folder'
  data: Buffer
  /** What a power cut leaves of the data for certain. */
  durable: Buffer
  mtimeMs: number
  names: Map<string, number>
}

/** Names that changed in one call: a journaling disk keeps or loses them together. */
interface NameChange {
  readonly changes: readonly { readonly folder: number; readonly name: string; readonly ino: number | null }[]
  done: boolean
}

/** How a power cut treats what was never synced. */
export interface Cut {
  /** Is this unsynced change of names kept? Called oldest first. */
  readonly keepNames: (index: number, count: number) => boolean
  /** How much of a file's unsynced bytes is kept: 0 none, 1 all, between: torn. */
  readonly keepData: (ino: number) => number
}

const failure = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code })

/**
 * A disk in memory that knows what is durable: data after `sync` of the file, names after `syncFolder`. `cut` gives the
 * disk as it may be after a power cut now; `onStep` is called before each call that changes anything.
 */
export class MemoryDisk {
  private readonly inodes = new Map<number, Inode>()
  private nextIno = 2
  private clock = 1_800_000_000_000
  private pending: NameChange[] = []
  onStep: () => void = () => undefined

  constructor() {
    this.inodes.set(1, this.inode(1, 'folder'))
  }

  /** The disk after a power cut at this moment. */
  cut(how: Cut): MemoryDisk {
    const disk = new MemoryDisk()
    disk.nextIno = this.nextIno
    disk.clock = this.clock
    for (const inode of this.inodes.values()) {
      const share = how.keepData(inode.ino)
      const data = share >= 1 ? inode.data : torn(inode, share)
      const names = new Map(inode.kind === 'folder' ? inode.names : [])
      disk.inodes.set(inode.ino, { ...inode, data, durable: data, names })
    }
    // the volatile names hold every change; those that are lost are taken back, newest first
    const kept = this.pending.map((_, index) => how.keepNames(index, this.pending.length))
    disk.rebuildNames(this.pending, kept, this.durableNames)
    return disk
  }

  private durableNames = new Map<number, Map<string, number>>([[1, new Map()]])

  private rebuildNames(
    pending: readonly NameChange[],
    kept: readonly boolean[],
    durable: ReadonlyMap<number, ReadonlyMap<string, number>>
  ): void {
    const names = new Map([...durable].map(([ino, entries]) => [ino, new Map(entries)]))
    for (const [index, change] of pending.entries()) if (kept[index]) applyNames(names, change)
    for (const inode of this.inodes.values())
      if (inode.kind === 'folder') inode.names = names.get(inode.ino) ?? new Map()
    this.durableNames = new Map([...names].map(([ino, entries]) => [ino, new Map(entries)]))
    this.pending = []
  }

  private inode(ino: number, kind: Inode['kind']): Inode {
    return {
      ino,
      kind,
      data: Buffer.alloc(0),
      durable: Buffer.alloc(0),
      mtimeMs: ++this.clock,
      names: new Map()
    }
  }

  private find(path: string): Inode | null {
    let at = this.inodes.get(1) ?? null
    for (const part of path.split('/').filter(Boolean)) {
      const next: number | undefined = at?.names.get(part)
      at = next === undefined ? null : (this.inodes.get(next) ?? null)
    }
    return at
  }

  private need(path: string): Inode {
    const inode = this.find(path)
    if (!inode) throw failure('ENOENT', path)
    return inode
  }

  private rename(changes: readonly { path: string; ino: number | null }[]): void {
    const named = changes.map(({ path, ino }) => ({
      folder: this.need(dirname(path)).ino,
      name: basename(path),
      ino
    }))
    const change: NameChange = { changes: named, done: false }
    this.pending.push(change)
    for (const { folder, name, ino } of named) {
      const names = this.inodes.get(folder)?.names
      if (ino === null) names?.delete(name)
      else names?.set(name, ino)
    }
  }

  private syncNames(folder: number): void {
    const later: NameChange[] = []
    for (const change of this.pending) {
      if (change.changes.some((one) => one.folder === folder)) applyNames(this.durableNames, change)
      else later.push(change)
    }
    this.pending = later
  }

  private statOf(inode: Inode): FileStat {
    const { kind, mtimeMs, ino } = inode
    return { kind, size: inode.data.length, mtimeMs, ctimeMs: mtimeMs, ino }
  }

  /** This disk as the store sees one. */
  readonly fs: DurableFs = {
    open: (path, mode) => later(() => this.openFile(path, mode)),
    readFile: (path) => later(() => Buffer.from(this.need(path).data)),
    look: (path, length) =>
      later(() => {
        const inode = this.find(path)
        if (inode?.kind !== 'file') return null
        return { stat: this.statOf(inode), bytes: Buffer.from(inode.data.subarray(0, length + 1)) }
      }),
    lstat: (path) =>
      later(() => {
        const inode = this.find(path)
        return inode && this.statOf(inode)
      }),
    lstatAll: (paths) =>
      later(() =>
        paths.map((path) => {
          const inode = this.find(path)
          return inode && this.statOf(inode)
        })
      ),
    lookAll: (files) => Promise.all(files.map(({ path, length }) => this.fs.look(path, length))),
    writeAll: async (files) => {
      for (const { path, data } of files) await (await this.fs.open(path, 'replace')).write(data)
    },
    writeAllSynced: async (files) => {
      const stats = []
      for (const { path, data } of files) {
        const handle = await this.fs.open(path, 'replace')
        await handle.write(data)
        await handle.sync()
        stats.push(await handle.stat())
        await handle.close()
      }
      const lasting = files.filter(({ temporary }) => !temporary)
      for (const folder of new Set(lasting.map(({ path }) => dirname(path)))) await this.fs.syncFolder(folder)
      return stats
    },
    appendAllSynced: async (appends) => {
      const done = []
      const open: DurableHandle[] = []
      for (const { path, length, data } of appends) {
        const isThere = this.find(path)?.data.length === length
        done.push(isThere)
        if (!isThere) continue
        const handle = await this.fs.open(path, 'append')
        await handle.write(data)
        open.push(handle)
      }
      for (const handle of open) await handle.datasync()
      return done
    },
    renameAll: async (moves) => {
      const done: boolean[] = []
      for (const { from, to, over } of moves) {
        const there = this.find(to)
        const isFit =
          over === undefined || (there && over ? sameStat(this.statOf(there), over) : !there && !over)
        if (isFit) await this.fs.rename(from, to)
        done.push(isFit)
      }
      const came = moves.filter((_move, index) => done[index]).map(({ to }) => dirname(to))
      for (const folder of new Set(came)) await this.fs.syncFolder(folder)
      return done
    },
    readdir: (path) =>
      later(() => {
        const folder = this.find(path)
        if (folder?.kind !== 'folder') return null
        return [...folder.names].flatMap(([name, ino]) => {
          const inode = this.inodes.get(ino)
          return inode ? [{ name, kind: inode.kind }] : []
        })
      }),
    lookInto: (folders) =>
      later(() =>
        folders.map((path) => {
          const folder = this.find(path)
          if (folder?.kind !== 'folder') return null
          const entries = [...folder.names].flatMap(([name, ino]) => {
            const inode = this.inodes.get(ino)
            if (!inode) return []
            return [{ name, kind: inode.kind, stat: inode.kind === 'file' ? this.statOf(inode) : null }]
          })
          return { real: path, stat: this.statOf(folder), entries }
        })
      ),
    realpath: (path) => later(() => (this.find(path) ? path : null)),
    mkdir: (path) =>
      this.step(() => {
        if (this.find(path)) return false
        const folder = this.inode(this.nextIno++, 'folder')
        this.inodes.set(folder.ino, folder)
        this.durableNames.set(folder.ino, new Map())
        this.rename([{ path, ino: folder.ino }])
        return true
      }),
    rename: (from, to) =>
      this.step(() => {
        const inode = this.need(from)
        this.rename([
          { path: from, ino: null },
          { path: to, ino: inode.ino }
        ])
      }),
    link: (from, to) => this.step(() => this.rename([{ path: to, ino: this.need(from).ino }])),
    unlink: (path) =>
      this.step(() => {
        if (!this.find(path)) return false
        this.rename([{ path, ino: null }])
        return true
      }),
    rmdir: (path) =>
      this.step(() => {
        if (this.need(path).names.size > 0) throw failure('ENOTEMPTY', path)
        this.rename([{ path, ino: null }])
      }),
    removeTree: (path) => this.step(() => (this.find(path) ? this.rename([{ path, ino: null }]) : undefined)),
    room: () => Promise.resolve(null),
    syncFolder: (path) => this.step(() => this.syncNames(this.need(path).ino)),
    openFolder: (path) =>
      later(() => {
        const { ino } = this.need(path)
        return { sync: () => this.step(() => this.syncNames(ino)), close: () => Promise.resolve() }
      })
  }

  private step<T>(work: () => T): Promise<T> {
    return later(() => {
      this.onStep()
      return work()
    })
  }

  private openFile(path: string, mode: OpenMode): DurableHandle {
    let inode = this.find(path)
    if (mode === 'create' && inode) throw failure('EEXIST', path)
    if (!inode) {
      if (mode === 'read' || mode === 'update') throw failure('ENOENT', path)
      this.onStep()
      inode = this.inode(this.nextIno++, 'file')
      this.inodes.set(inode.ino, inode)
      this.rename([{ path, ino: inode.ino }])
    } else if (mode === 'replace') {
      this.onStep()
      inode.data = Buffer.alloc(0)
    }
    const file = inode
    const sync = () =>
      this.step(() => {
        file.durable = file.data
      })
    return {
      tryLock: () => true,
      hasName: () => true,
      sizeNow: () => file.data.length,
      write: (data) =>
        this.step(() => {
          file.data = Buffer.concat([file.data, data])
          file.mtimeMs = ++this.clock
        }),
      read: (buffer, position) => later(() => file.data.copy(buffer, 0, position)),
      sync,
      datasync: sync,
      truncate: (length) =>
        this.step(() => {
          file.data = file.data.subarray(0, length)
        }),
      stat: () => later(() => this.statOf(file)),
      close: () => Promise.resolve()
    }
  }
}

function applyNames(names: Map<number, Map<string, number>>, { changes }: NameChange): void {
  for (const { folder, name, ino } of changes) {
    const entries = names.get(folder) ?? new Map<string, number>()
    if (ino === null) entries.delete(name)
    else entries.set(name, ino)
    names.set(folder, entries)
  }
}

/** Appended bytes may arrive in part; a file that was cut or replaced may be either. */
function torn({ data, durable }: Inode, share: number): Buffer {
  if (data.length <= durable.length) return share > 0 ? data : durable
  return data.subarray(0, durable.length + Math.floor((data.length - durable.length) * share))
}

const later = <T>(work: () => T): Promise<T> => Promise.resolve().then(work)
