import type { DiskRoom } from '../seam/folder'

/**
 * `create` fails when the file exists, `replace` empties it, `append` writes at the end, `lock` writes
 * nothing.
 */
export type OpenMode = 'read' | 'create' | 'replace' | 'append' | 'update' | 'lock'

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

/** A small file that is to be written. */
export interface NewFile {
  readonly path: string
  readonly data: Uint8Array
  /** It will have another name soon: this one need not last. */
  readonly temporary?: boolean
}

export interface Move {
  readonly from: string
  readonly to: string
  /**
   * What has to lie at the new name a moment before, null for nothing, or this one is left out. Without it
   * whatever lies there is replaced.
   */
  readonly over?: Outside | null
}

/** What tells a file from what another program put in its place. */
type Outside = Pick<FileStat, 'size' | 'mtimeMs' | 'ino'>

/** Bytes for the end of a file that is there. */
export interface Append {
  readonly path: string
  /** How long it has to be before. */
  readonly length: number
  readonly data: Uint8Array
}

export interface DirectoryEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
}

/** A folder as one look shows it. */
export interface FolderLook {
  /** Where it really lies, with every link resolved. */
  readonly real: string
  /** As it was before its names were read. */
  readonly stat: FileStat
  /** The outside of files alone. */
  readonly entries: readonly (DirectoryEntry & { readonly stat: FileStat | null })[]
}

export interface DurableHandle {
  /**
   * An exclusive lock until the handle is closed or its process ends; false when another has it, null when
   * the disk knows no locks.
   */
  tryLock(): boolean | null
  /**
   * False when the file has no name any more: somebody deleted it, or put another one in its place. Asks the
   * system's memory alone.
   */
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
 * The only way in which the store touches a disk: small enough to record, replay and fail every call in
 * tests. Methods reject with Node's own errors; `translated` in os-errors.ts turns them into sentences.
 */
export interface DurableFs {
  /** Plain files alone: anything else is refused with NOT_PLAIN, and never waited for. */
  open(path: string, mode: OpenMode): Promise<DurableHandle>
  /**
   * All of a plain file.
   * @param most bytes; a longer one is refused with OVERSIZE before anything of it is read
   */
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
  /** Many folders with the outsides of the files in them, in their order; null for what is none. */
  lookInto(folders: readonly string[]): Promise<(FolderLook | null)[]>
  /** The path with every link resolved; null when there is nothing. */
  realpath(path: string): Promise<string | null>
  /** @returns false when the folder was there */
  mkdir(path: string): Promise<boolean>
  /** Writes many small files anew, unsynced: for what can be made again. Rejects with the first failure. */
  writeAll(files: readonly { readonly path: string; readonly data: Uint8Array }[]): Promise<void>
  /**
   * As `writeAll`, with bytes and names durable when it resolves. Rejects with the first failure; the others
   * may be there.
   * @returns their outsides, in their order
   */
  writeAllSynced(files: readonly NewFile[]): Promise<FileStat[]>
  /**
   * Appends to many files that are there, durable when it resolves. Rejects with the first failure; each may
   * have got all of it, a part or nothing.
   * @returns in their order; false for one that is no plain file of its own, or not as long as expected:
   * nothing is done to that
   */
  appendAllSynced(appends: readonly Append[]): Promise<boolean[]>
  rename(from: string, to: string): Promise<void>
  /**
   * As `rename`, of many files, one after the other, with their new names durable when it resolves. Rejects
   * with the first failure.
   * @returns which were done, in their order
   */
  renameAll(moves: readonly Move[]): Promise<boolean[]>
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

/** Same bytes as when last looked at, as far as a file's outside can tell. */
export function sameStat(a: Outside, b: Outside): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino
}

/**
 * Milliseconds within which two changes may get the same time: disks that count in whole seconds count in two
 * of them at worst; the others follow the system's clock.
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
 * As `closing`, for a file whose data is synced: nobody needs to wait for the close. Windows does not rename
 * open files over others, so there one does.
 */
export async function closingSoon<T>(handle: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return closing(handle, work)
  try {
    return await work()
  } finally {
    handle.close().catch(() => undefined)
  }
}
