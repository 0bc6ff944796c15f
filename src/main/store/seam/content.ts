import type { TrashItem } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import type { ContentHash, Guid } from '../layout/names'

export type Entry = FileEntry | FolderEntry

interface FolderEntry {
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
  /** Who wrote what is replaced, where several did: a version of it names them. Default: who wrote it last. */
  readonly writers?: readonly Person[]
  readonly condition?: Condition
  /**
   * Nobody sees the new content before this has resolved, also not after a crash; what can be prepared is
   * prepared meanwhile. Rejects it, nothing is changed, and so does the write.
   */
  readonly after?: Promise<unknown>
  /**
   * The caller's id for a new file (map, M, `guid`); another id than the stored one is `exists`. Asked for
   * when the content has been read.
   */
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
  /**
   * Of these bytes, not of what is there: of words that are given up, and are to be had again. The file stays
   * as it is.
   */
  readonly content?: Uint8Array
}

export interface WriteResult {
  readonly created: boolean
  readonly entry: FileEntry
  /** The version made of the replaced content, if one was made. */
  readonly kept?: Version
}

/** A file or folder, and the place that it goes to. */
export interface Route {
  readonly from: ContentPath
  readonly to: ContentPath
}

export interface TransferOptions {
  readonly by: Person
  /** Existing files in the way go to the trash instead of failing with `exists`. */
  readonly overwrite?: boolean
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

export interface CopyOptions extends TransferOptions {
  /** What is copied with a file, all or nothing. */
  readonly along?: readonly Route[]
  /** Documents whose copies get other bytes, by their paths at the source. */
  readonly edits?: readonly Edit[]
}

/** New bytes of a document that is there. */
export interface Edit {
  readonly path: ContentPath
  /** sha256 of what the new bytes were made of; another content is not replaced. */
  readonly from: string
  readonly to: Uint8Array
}

/** Several documents and moves that are one change (W14). */
export interface Change {
  /** Each file once, by its path before the moves. */
  readonly edits: readonly Edit[]
  /** Files or folders to places that are free; none within another. */
  readonly moves?: readonly Route[]
  /** What is in the way of a move goes to the trash, as one item that the first of it stands for. */
  readonly overwrite?: boolean
  /** The label of the versions that are kept of what is replaced. */
  readonly keepAs?: string
  readonly by: Person
  /** Told after each document, of how many. */
  readonly onProgress?: (done: number, total: number) => void
  /** Until the last document is written it gives the change up, and takes back what it did. */
  readonly signal?: AbortSignal
}

export interface RemoveOptions {
  readonly by: Person
  /** What goes with it, as far as it is there, and comes back with it: one item in the trash. */
  readonly along?: readonly ContentPath[]
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
  /**
   * Who wrote the content and when, in Unix milliseconds; absent where the history does not tell any more.
   */
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

/** What a client deleted by moving it into the dot folder `.trash` (S4), as something in the trash. */
export interface ClientTrashed {
  readonly item: TrashItem
  /** Where it lies. */
  readonly path: ContentPath
}
