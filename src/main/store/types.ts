import type { ClientTrashed } from './operations/client-trash'
import type { Person, TrashItem, WorkspaceProblem } from '../../common/api/types'
import type { ServiceEventBody } from '../../common/api/events'
import type { ContentPath } from '../../common/content/paths'
import type { FileLife } from '../../common/moment/life'
import type { DiskRoom } from './disk/disk-room'
import type { ContentHash, Guid } from './layout/names'
import type { PublishedStates } from './published-types'
import type { SetAside } from './operations/set-aside'
import type { WorkspaceSnapshot } from './snapshot/types'

/**
 * The one interface through which the service sees content. It knows bytes, ids, versions and durability; no HTTP and no
 * permission. Every method rejects with a GalleyError. A resolved write is durable (W2).
 */
export interface Store {
  readonly workspace: {
    readonly id: string
    /** The folder, with links resolved. */
    readonly location: string
    /** Nothing of Galley lay in the folder before: whatever is in `.galley` this process has put there. */
    readonly isNew: boolean
  }

  stat(path: ContentPath): Promise<Entry | null>
  /** Everything directly in a folder, dot names included, sorted by name; null when there is no such folder. */
  list(folder: ContentPath): Promise<Entry[] | null>
  /** Whole content; checked against its hash (W8). Null when there is no such file. */
  read(path: ContentPath): Promise<FileContent | null>
  /** For large files and ranges: `start` and `end` are inclusive byte positions. */
  openRead(path: ContentPath, range?: { start: number; end: number }): Promise<FileStream | null>

  write(
    path: ContentPath,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    options: WriteOptions
  ): Promise<WriteResult>
  /** Makes the folder and its parents. Resolves to false when it was there already. */
  createFolder(path: ContentPath, options: { by: Person }): Promise<boolean>
  /** Deletes a file or folder into the trash (S5): every file with versions gets a `Restore Point` first. */
  remove(path: ContentPath, options: RemoveOptions): Promise<TrashItem>
  /** S4: keeps ids and history; all or nothing; resolves to the number of files. */
  move(from: ContentPath, to: ContentPath, options: TransferOptions): Promise<number>
  /** S4: new ids, no history; all or nothing; resolves to the number of files. */
  copy(from: ContentPath, to: ContentPath, options: TransferOptions): Promise<number>

  /** Every version of the file now at the path, newest first; `[]` when there is none (description, List versions 1). */
  versions(path: ContentPath): Promise<Version[]>
  /** A snapshot of the current content. @throws not-found, not-versioned */
  createVersion(path: ContentPath, options: VersionOptions): Promise<Version>
  /** Null for unknown ids. Bytes exactly as at versioning time, checked against their hash. */
  readVersion(org: string, fileId: string, versionId: string): Promise<VersionContent | null>

  /**
   * What is known of every file that is at or below a path, or was there once and was touched since a moment: what it takes to tell
   * how it was then (common/moment).
   * @param since Unix milliseconds
   */
  lives(path: ContentPath, since: number): Promise<FileLife[]>

  trash(site: ContentPath): Promise<TrashItem[]>
  /** What clients deleted by moving it into the dot folder `.trash` of a site: it lies there like any file. */
  clientTrash(site: ContentPath): Promise<ClientTrashed[]>
  /** Puts everything back with ids and history; resolves to the path. @throws exists when the place is taken */
  restoreFromTrash(site: ContentPath, trashId: string, options: { by: Person }): Promise<ContentPath>
  deleteFromTrash(site: ContentPath, trashId: string): Promise<void>

  /** A small JSON record of the workspace (settings, tokens), kept with lowdb and the durable adapter. */
  document<T>(name: string, parse: (value: unknown) => T, initial: T): Promise<StoreDocument<T>>

  /** Small JSON records of one kind, one durable file a key (tokens, jobs); see `openKeyedRecords`. */
  records<T>(kind: string, parse: (value: unknown, key: string) => T): KeyedRecords<T>

  /** What is published, apart from the source (U1). */
  readonly published: PublishedStates

  /** What was set aside because it was damaged or broke a rule, for people to look at and delete. */
  readonly setAside: SetAside

  /** What a sync with other servers has to remember. */
  readonly sync: SyncArea

  /** Everything in the workspace, to be copied elsewhere while people go on writing (BK1). Nothing of the workspace is changed. */
  snapshot(): Promise<WorkspaceSnapshot>

  /** Called after each durable change, in order per path. @returns a function that ends the subscription */
  subscribe(listener: (event: ServiceEventBody) => void): () => void
  /** Who stands for changes that other programs make to the content; the workspace's owner, once known. */
  setOutsidePerson(person: Person): void
  /** What the disk still takes; null where that cannot be told. */
  room(): Promise<DiskRoom | null>
  /** What was found damaged, or breaks a rule. */
  problems(): WorkspaceProblem[]
  /** Waits for writes under way, stops the watcher, frees the lock. */
  close(): Promise<void>
}

export type Entry = FileEntry | FolderEntry

export interface FolderEntry {
  readonly kind: 'folder'
  readonly path: ContentPath
  readonly name: string
}

export interface FileEntry {
  readonly kind: 'file'
  readonly path: ContentPath
  /** With extension. */
  readonly name: string
  /** GUID, given when the file is first created, kept through moves and the trash. */
  readonly id: string
  /** sha256 of the content, lower-case hex. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
  /** Unix milliseconds. */
  readonly lastModified: number
  readonly modifiedBy: Person
  /** The editing session that wrote the current content, if any. */
  readonly session?: string
}

export interface FileContent {
  readonly entry: FileEntry
  readonly bytes: Uint8Array
}

export interface FileStream {
  readonly entry: FileEntry
  readonly stream: ReadableStream<Uint8Array>
}

/** Runs while the path is locked, before anything changes; throws to refuse the operation (S3). */
export type Condition = (current: FileEntry | null) => void

export interface WriteOptions {
  readonly by: Person
  /** Marks an autosave (V3): at most one version per session and five minutes. */
  readonly session?: string
  /** The session is of several people at once: what it replaces is kept as `Collab Parse` (VR5). */
  readonly collaborative?: boolean
  readonly condition?: Condition
  /** The caller's id for a new file (map, M, `guid`); another id than the stored one is `exists`. Asked for when the content has been read. */
  readonly fileId?: string | (() => string | undefined)
  /** When the content was written, for imports and the sample; default now. */
  readonly at?: number
  /** Label of the version that the replaced content gets, instead of none or `Restore Point`. */
  readonly keepAs?: string
}

export interface VersionOptions {
  readonly by: Person
  readonly label?: string
  /** Default: `by` alone. */
  readonly users?: readonly Person[]
  readonly condition?: Condition
  /** None more, when the newest version of this label holds the same content: it tells nothing new. */
  readonly once?: boolean
  /** Of these bytes, not of what is there: of words that are given up, and are to be had again. The file stays as it is. */
  readonly content?: Uint8Array
}

export interface WriteResult {
  readonly created: boolean
  readonly entry: FileEntry
  /** The version made of the replaced content, if one was made. */
  readonly kept?: Version
}

export interface TransferOptions {
  readonly by: Person
  /** Existing files in the way go to the trash instead of failing with `exists`. */
  readonly overwrite?: boolean
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

export interface RemoveOptions {
  readonly by: Person
  readonly condition?: Condition
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

export interface Version {
  readonly id: Guid
  readonly fileId: Guid
  /** Unix milliseconds, strictly increasing within a file (V4). */
  readonly timestamp: number
  readonly users: readonly Person[]
  /** The file's path when the version was made. */
  readonly path: ContentPath
  readonly label?: string
  /** sha256 of the content, lower-case hex. */
  readonly hash: ContentHash
  readonly size: number
  /** Who wrote the content and when, in Unix milliseconds; absent where the history does not tell any more. */
  readonly written?: { readonly by: Person; readonly at: number }
}

export interface VersionContent {
  readonly version: Version
  /** Where the file is now; null while it is in the trash. Permissions are judged by it (P6). */
  readonly currentPath: ContentPath | null
  /** Where the file is, or was when it was deleted. */
  readonly lastPath: ContentPath
  /** Extension of the file, without dot. */
  readonly ext: string
  readonly bytes: Uint8Array
}

export interface StoreDocument<T> {
  readonly value: T
  /** Resolves when the new value is durable. */
  update(change: (value: T) => T): Promise<T>
}

/** Nothing of it is kept in memory: what another process puts is seen with the next call. */
export interface KeyedRecords<T> {
  /** Null when there is none, or none that can be understood; `list` tells the two apart. */
  get(key: string): Promise<T | null>
  /** Sorted by key; `damaged` names the keys whose record cannot be understood. */
  list(): Promise<{ readonly records: KeyedRecord<T>[]; readonly damaged: string[] }>
  /** Adds or replaces; resolves when it is durable (W2). */
  put(key: string, value: T): Promise<void>
  /** Resolves, durably, to false when there was none. */
  remove(key: string): Promise<boolean>
  /** Another one after a record was put or removed, by whoever; cheap enough to be asked again and again. */
  stamp(): Promise<number>
}

export interface KeyedRecord<T> {
  readonly key: string
  readonly value: T
}

/** What the sync keeps in a workspace, apart from the content. */
export interface SyncArea {
  /** What is known of the files of one pair; made when something is put. @param name lower-case letters, digits and dashes */
  log(name: string): Promise<SyncLog>
  /** Deletes a pair's log. */
  forget(name: string): Promise<void>
  /** Makes bytes durable; resolves to their sha256. */
  keep(bytes: Uint8Array): Promise<string>
  /** As `keep`, for what is too large for the memory. */
  keepStream(body: AsyncIterable<Uint8Array>): Promise<string>
  /** Puts aside what comes, on the disk, until it is dropped or the store is opened again. */
  spool(body: AsyncIterable<Uint8Array>): Promise<Spooled>
  /** Bytes that were kept, or that a version has; null when there are none, or damaged ones. */
  content(hash: string): Promise<Uint8Array | null>
  /** The same in pieces, for what is too large for the memory. Who reads it whole holds it against its hash. */
  openContent(hash: string): Promise<KeptContent | null>
}

/** Kept on the disk. */
export interface KeptContent {
  /** Bytes. */
  readonly size: number
  /** @param range positions of the first and the last byte; default: all */
  stream(range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** Put aside on the disk. */
export interface Spooled {
  readonly hash: string
  readonly size: number
  readonly bytes: null
  stream(): AsyncIterable<Uint8Array>
  drop(): Promise<void>
}

/** Values by key. */
export interface SyncLog {
  entries(): (readonly [key: string, value: unknown])[]
  /** Null forgets the key. Resolves when it is durable. @param needs hashes of the contents that the value speaks of */
  put(key: string, value: unknown, needs?: readonly string[]): Promise<void>
}
