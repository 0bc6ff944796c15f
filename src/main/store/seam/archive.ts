import type { ContentPath } from '../../../common/content/paths'
import type { Content, Place, Placed } from '../../../common/moment/file-history'
import type { Person } from '../../../common/person'
import type { ContentHash, Guid } from '../layout/names'
import type { Version } from './content'
import type { PublishedState } from './published'

/**
 * Everything that a workspace is, as records in a fixed order with contents by hash: what is the same in every
 * store, so that a workspace can go from one into another. `Store` alone tells nothing of the ids of what was
 * deleted, of empty folders in the trash, or of records whose kind nobody names.
 */
export interface Archive {
  /** Of the workspace; a copy of it has the same. */
  readonly id: string
  /** Trash, folders, files, what is published, documents, records, syncs, rooms; each record once, by its key. */
  records(): AsyncGenerator<ArchiveRecord, void>
  /** A content that a record names; null when it is not there. @throws damaged */
  content(hash: string, of: ArchiveRecord): Promise<Uint8Array | null>
  /** The same in pieces, for what is too large for the memory. Who reads it whole holds it against its hash. */
  stream(hash: string, of: ArchiveRecord): Promise<AsyncIterable<Uint8Array> | null>
  /** Its bytes; null when it is not there. */
  size(hash: string, of: ArchiveRecord): Promise<number | null>
}

export type ArchiveRecord =
  | ArchivedTrash
  | ArchivedFolder
  | ArchivedFile
  | { readonly kind: 'published'; readonly state: PublishedState }
  /** Settings and the like. */
  | { readonly kind: 'document'; readonly name: string; readonly value: unknown }
  /** Tokens, jobs, drafts; `of` is their kind. */
  | { readonly kind: 'record'; readonly of: string; readonly key: string; readonly value: unknown }
  | {
      readonly kind: 'sync'
      readonly pair: string
      readonly key: string
      readonly value: unknown
      readonly needs: readonly string[]
    }
  | ArchivedRoom

export interface ArchivedTrash {
  readonly kind: 'trash'
  readonly id: Guid
  readonly path: ContentPath
  readonly of: 'file' | 'folder'
  readonly cause: 'deleted' | 'replaced'
  readonly deletedAt: number
  readonly deletedBy: Person
  /** The item with which it was deleted. */
  readonly with?: Guid
  /** What an upload replaced, of which file. */
  readonly replaced?: Content & { readonly file: Guid }
}

/** Whether it is there or in the trash, as which item. */
export interface ArchivedFolder {
  readonly kind: 'folder'
  readonly path: ContentPath
  readonly trash?: Guid
}

export interface ArchivedFile {
  readonly kind: 'file'
  readonly id: Guid
  readonly path: ContentPath
  /** The item of the trash that it is in. */
  readonly trash?: Guid
  readonly hash: ContentHash
  /** Bytes. */
  readonly size: number
  readonly at: number
  readonly by: Person
  readonly session?: string
  readonly since?: number
  readonly created: Placed | null
  readonly places: readonly Place[]
  readonly written: readonly Content[]
  /** Oldest first. */
  readonly versions: readonly Omit<Version, 'fileId'>[]
}

export interface ArchivedRoom {
  readonly kind: 'room'
  readonly file: Guid
  /** When it was last written, Unix milliseconds; a store that cannot set it tells when the room was put there. */
  readonly at: number
  /** A line of a log of rooms for each. */
  readonly lines: readonly string[]
}
