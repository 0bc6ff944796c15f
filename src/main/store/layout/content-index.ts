import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { nameOf, parentOf } from '../../../common/content/paths'
import { FolderTree } from './folder-tree'
import type { ContentHash, Guid } from './names'

/**
 * What the store knows of a current file without opening it. Rebuildable from the logs and the content (W6).
 */
export interface IndexRecord {
  readonly path: ContentPath
  readonly id: Guid
  readonly hash: ContentHash
  readonly size: number
  /** The file on disk as it was when its hash was taken: any difference means that it must be read again. */
  readonly mtimeMs: number
  readonly ino: number
  /** When the content was written, Unix milliseconds. */
  readonly at: number
  readonly by: Person
  readonly session?: string
  /** Since when `session` has been writing without a version being kept (V3). */
  readonly since?: number
}

/** Path ↔ id in memory. Pure: durability is index-log.ts's. */
export class ContentIndex {
  private readonly folders = new Map<ContentPath, Map<string, IndexRecord>>()
  /** Those that have files. */
  private readonly tree = new FolderTree()
  private readonly ids = new Map<string, IndexRecord>()
  private readonly inodes = new Map<number, string>()
  private readonly stamps = new Map<ContentPath, number>()
  private changes = 0

  get size(): number {
    return this.ids.size
  }

  get(path: ContentPath): IndexRecord | undefined {
    return this.folders.get(parentOf(path))?.get(nameOf(path))
  }

  byId(id: string): IndexRecord | undefined {
    return this.ids.get(id)
  }

  /** A file that had this inode when last looked at: a hint, since inodes are used again. */
  byInode(ino: number): IndexRecord | undefined {
    const id = this.inodes.get(ino)
    return id === undefined ? undefined : this.ids.get(id)
  }

  /** Another one after every change of a file in the folder. */
  stampOf(folder: ContentPath): number {
    return this.stamps.get(folder) ?? 0
  }

  /** The files directly in a folder, by name. */
  children(folder: ContentPath): ReadonlyMap<string, IndexRecord> {
    return this.folders.get(folder) ?? none
  }

  all(): IterableIterator<IndexRecord> {
    return this.ids.values()
  }

  /** Those that have files, and those above them. */
  allFolders(): ReadonlySet<ContentPath> {
    const found = new Set<ContentPath>()
    for (const folder of this.folders.keys())
      for (let at = folder; !found.has(at); at = parentOf(at)) found.add(at)
    return found
  }

  /** The file at the path, or every file below it. */
  within(path: ContentPath): IndexRecord[] {
    const file = this.get(path)
    const found = file ? [file] : []
    for (const folder of this.tree.within(path))
      for (const record of this.children(folder).values()) found.push(record)
    return found
  }

  set(record: IndexRecord): void {
    const before = this.ids.get(record.id)
    if (before && before.path !== record.path) this.remove(before.path)
    const there = this.get(record.path)
    if (there && there.id !== record.id) this.ids.delete(there.id)
    const folder = parentOf(record.path)
    const files = this.folders.get(folder) ?? new Map<string, IndexRecord>()
    files.set(nameOf(record.path), record)
    this.folders.set(folder, files)
    this.tree.add(folder)
    this.stamps.set(folder, ++this.changes)
    this.ids.set(record.id, record)
    if (before && before.ino !== record.ino && this.inodes.get(before.ino) === record.id)
      this.inodes.delete(before.ino)
    this.inodes.set(record.ino, record.id)
  }

  remove(path: ContentPath): void {
    const folder = parentOf(path)
    const files = this.folders.get(folder)
    const record = files?.get(nameOf(path))
    if (!files || !record) return
    files.delete(nameOf(path))
    this.stamps.set(folder, ++this.changes)
    if (files.size === 0) {
      this.folders.delete(folder)
      this.tree.delete(folder)
      this.stamps.delete(folder)
    }
    if (this.ids.get(record.id)?.path === path) this.ids.delete(record.id)
    if (this.inodes.get(record.ino) === record.id) this.inodes.delete(record.ino)
  }

  /** @returns the records that left */
  removeWithin(path: ContentPath): IndexRecord[] {
    const gone = this.within(path)
    for (const record of gone) this.remove(record.path)
    return gone
  }

  /** @returns the records under their new paths */
  move(from: ContentPath, to: ContentPath): IndexRecord[] {
    const moved = this.removeWithin(from).map((record) => ({
      ...record,
      path: movedPath(record.path, from, to)
    }))
    for (const record of moved) this.set(record)
    return moved
  }
}

/** Where a path under `from` is after `from` became `to`. */
export function movedPath(path: ContentPath, from: ContentPath, to: ContentPath): ContentPath {
  return `${to}${path.slice(from.length)}` as ContentPath
}

const none: ReadonlyMap<string, IndexRecord> = new Map()
