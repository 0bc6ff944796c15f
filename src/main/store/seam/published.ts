import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import type { Environment } from '../../../common/publishing/environments'
import type { FileEntry } from './content'

/**
 * What is published, kept apart from the source (U1): one state a path in each environment. It stays as it is
 * whatever happens to the source file afterwards.
 */
export interface PublishedStates {
  /** Null when the path is not published there. */
  get(environment: Environment, path: ContentPath): Promise<PublishedState | null>
  /** Every state at a path or below it, sorted by path. @param folder in a site, or the site itself */
  list(environment: Environment, folder: ContentPath): Promise<PublishedState[]>
  /** Whether `list` would tell of any. */
  any(environment: Environment, folder: ContentPath): Promise<boolean>
  /** Makes the current content of a file durable for a state to come; null when there is no such file. */
  keep(path: ContentPath): Promise<FileEntry | null>
  /**
   * Adds or replaces states of one site; durable, and all in one append, when it resolves. Their contents
   * must be kept already.
   */
  put(states: readonly PublishedState[]): Promise<void>
  /** Resolves, durably, to false when it was not published there. */
  remove(environment: Environment, path: ContentPath): Promise<boolean>
  /**
   * Where the state went that was last published at a path; null when it was not moved, or something is
   * published there.
   */
  movedTo(environment: Environment, path: ContentPath): Promise<ContentPath | null>
  /** What was published at a path or below it until that was moved to another path. */
  leftFor(environment: Environment, from: ContentPath, to: ContentPath): Promise<PublishedState[]>
  /** A kept content, checked against its hash (W8). @throws damaged */
  read(hash: string, where: ContentPath): Promise<Uint8Array>
  /** For large contents and ranges: `start` and `end` are inclusive byte positions. @throws damaged */
  openRead(
    state: PublishedState,
    range?: { readonly start: number; readonly end: number }
  ): Promise<ReadableStream<Uint8Array>>
}

export interface PublishedState {
  readonly environment: Environment
  /** Of the source file when it was published. */
  readonly path: ContentPath
  /** sha256 of the source's bytes, lower-case hex: the source's ETag at that time. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
  /** When it was published, Unix milliseconds. */
  readonly at: number
  /** Who published it. */
  readonly by: Person
  /** When the source's content was written, Unix milliseconds. */
  readonly sourceAt: number
  /** What the content is, in the publisher's words. */
  readonly kind: string
  /** Not published here any more: the path that it was moved to. */
  readonly movedTo?: ContentPath
  /** sha256 of a second content that it is delivered with, such as the schema of a structured document. */
  readonly companion?: string
  /** It asks search engines to leave it out. */
  readonly unlisted?: true
}
