import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'

/** A file as it is stored now. */
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly etag: string
  /** Who wrote it, and by what. */
  readonly by?: Person
  readonly at?: number
}

interface WriteConditions {
  /** The content that is replaced; null: the file must not exist. */
  readonly replaces: string | null
  /** The editing session of an autosave (V3); without it the replaced content becomes a version at once. */
  readonly session?: string
}

/**
 * What an open document needs of the service. Failures are GalleyErrors; `precondition-failed` when the file
 * changed.
 */
export interface DocumentService {
  /** Null when there is no such file. */
  read(path: ContentPath): Promise<StoredFile | null>
  write(
    path: ContentPath,
    bytes: Uint8Array<ArrayBuffer>,
    conditions: WriteConditions
  ): Promise<{ readonly etag: string }>
  /** The JSON text of the schema that a document names; null without one, or when it cannot be read. */
  schemaText?(path: ContentPath, html: string): Promise<string | null>
  /** Makes a version of words that are given up; the file stays what `ifMatch` names. */
  keepGivenUp(path: ContentPath, bytes: Uint8Array<ArrayBuffer>, ifMatch: string): Promise<void>
}
