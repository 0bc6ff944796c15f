import type { Person, TrashItem, WorkspaceProblem } from '../../../common/api/types'
import type { ServiceEventBody } from '../../../common/api/events'
import type { ContentPath } from '../../../common/content/paths'
import type { FileLife } from '../../../common/moment/life'
import type {
  ClientTrashed,
  Entry,
  FileContent,
  FileStream,
  RemoveOptions,
  TransferOptions,
  Version,
  VersionContent,
  VersionOptions,
  WriteOptions,
  WriteResult
} from './content'
import type { DiskRoom, SetAside, WorkspaceSnapshot } from './folder'
import type { PublishedStates } from './published'
import type { KeyedRecords, StoreDocument } from './records'
import type { SyncArea } from './sync'

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
