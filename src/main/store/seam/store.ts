import type { TrashItem } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import type { ServiceEventBody } from '../../../common/api/events'
import type { ContentPath } from '../../../common/content/paths'
import type { FileHistory, Trashed } from '../../../common/moment/file-history'
import type {
  Change,
  ClientTrashed,
  CopyOptions,
  Entry,
  FileContent,
  FileEntry,
  FileStream,
  RemoveOptions,
  TransferOptions,
  Version,
  VersionContent,
  VersionOptions,
  WriteOptions,
  WriteResult
} from './content'
import type { StoreDiagnosis } from './diagnosis'
import type { DiskRoom, WorkspaceFolder } from './folder'
import type { Holds } from './holds'
import type { Leases } from './leases'
import type { PublishedStates } from './published'
import type { OpenRecords, StoreDocument } from './records'
import type { RoomLogs } from './rooms'
import type { SyncArea } from './sync'
import type { OpenWords } from './words'

/**
 * The one interface through which the service sees content, wherever it lies and however many processes serve
 * it. It knows bytes, ids, versions and durability; no HTTP and no permission. Every method rejects with a
 * GalleyError. A resolved write is durable (W2).
 */
export interface Store {
  /** Of the workspace; a copy of it has the same. */
  readonly id: string
  /**
   * Where the content lies in a folder of this computer: what only that knows. Null for a store elsewhere.
   */
  readonly folder: WorkspaceFolder | null

  stat(path: ContentPath): Promise<Entry | null>
  /**
   * Everything directly in a folder, dot names included, sorted by name; null when there is no such folder.
   */
  list(folder: ContentPath): Promise<readonly Entry[] | null>
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
  /**
   * S4: new ids, no history; all or nothing; resolves to the number of files.
   * @throws precondition-failed when what gets other bytes holds something else by now
   */
  copy(from: ContentPath, to: ContentPath, options: CopyOptions): Promise<number>

  /**
   * Several documents and moves as one (W14): all, or nothing; each document gets a version of what is
   * replaced. Resolves to the documents as they are afterwards, in the order of the edits.
   * @throws precondition-failed, with the path, when one holds something else by now · not-found ·
   * not-versioned · as `move`
   */
  change(change: Change): Promise<FileEntry[]>

  /**
   * Every version of the file now at the path, newest first; `[]` when there is none (description, List
   * versions 1).
   */
  versions(path: ContentPath): Promise<Version[]>
  /** A snapshot of the current content. @throws not-found, not-versioned */
  createVersion(path: ContentPath, options: VersionOptions): Promise<Version>
  /** Null for unknown ids. Bytes exactly as at versioning time, checked against their hash. */
  readVersion(org: string, fileId: string, versionId: string): Promise<VersionContent | null>

  /**
   * What is known of every file that is at or below a path, or was there once and was touched since a moment:
   * what it takes to tell how it was then (common/moment).
   * @param since Unix milliseconds
   * @param isWhole for which files, with where they lie in the trash, all is told, whenever they were touched
   */
  histories(
    path: ContentPath,
    since: number,
    isWhole?: (id: string, trashed: Trashed | null) => boolean
  ): Promise<FileHistory[]>

  /** Newest first. @param id that item alone, if it is there */
  trash(site: ContentPath, id?: string): Promise<TrashItem[]>
  /**
   * What clients deleted by moving it into the dot folder `.trash` of a site: it lies there like any file.
   * @param id that one alone, if it is there
   */
  clientTrash(site: ContentPath, id?: string): Promise<ClientTrashed[]>
  /**
   * Puts everything back with ids and history; resolves to the path.
   * @throws exists when the place is taken
   */
  restoreFromTrash(site: ContentPath, trashId: string, options: { by: Person }): Promise<ContentPath>
  deleteFromTrash(site: ContentPath, trashId: string): Promise<void>

  /** A small JSON record of the workspace (settings, tokens), kept with lowdb and the durable adapter. */
  document<T>(name: string, parse: (value: unknown) => T, initial: T): StoreDocument<T>

  /** Small JSON records of one kind, one durable record a key (tokens, jobs). */
  readonly records: OpenRecords

  /** What is published, apart from the source (U1). */
  readonly published: PublishedStates

  /** What a sync with other servers has to remember. */
  readonly sync: SyncArea

  /** What is written together and is not in its file yet. */
  readonly rooms: RoomLogs

  /** The files that people keep for themselves for a while. */
  readonly holds: Holds

  /** The words of all files, where the store keeps them; null: whoever searches keeps an index by itself. */
  readonly words: OpenWords | null

  /** Who works on what only one may work on. */
  readonly leases: Leases

  /**
   * Called after each durable change, in order per path, whichever process made it.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (event: ServiceEventBody) => void): () => void
  /**
   * Tells the other processes that serve the workspace of something that no change says. Resolves when they
   * will hear of it, or cannot be told: it need not outlive anything.
   */
  tell(event: ServiceEventBody): Promise<void>
  /**
   * Resolves when whoever listens here was told of what other processes had done before, at the latest after
   * a second.
   */
  heard(): Promise<void>
  /** What the disk still takes; null where that cannot be told. */
  room(): Promise<DiskRoom | null>
  /**
   * Reads everything back and tells what is damaged; changes nothing, and others go on writing (W11).
   * @param pause waited for before each bit of work; rejects to end it
   */
  examine(pause: () => Promise<void>): Promise<StoreDiagnosis>
  /** Waits for what is under way and frees what this process holds. */
  close(): Promise<void>
}

/** A store in a folder of this computer. */
export interface FolderStore extends Store {
  readonly folder: WorkspaceFolder
}

/** The same, before who examines it from outside was added. */
export type OpenedFolder = Omit<FolderStore, 'examine'>
