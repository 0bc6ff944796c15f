import type { Person } from '../../common/person'
import type { LocalFile, Theirs } from '../../common/sync'

/** Bytes by their hash: in memory, or on the disk where they are too large for that (Y17). */
export interface Content {
  readonly hash: string
  readonly size: number
  /** Null for what is not held in memory. */
  readonly bytes: Uint8Array | null
  stream(): AsyncIterable<Uint8Array>
  /** To be called when it is no longer needed. */
  drop(): Promise<void>
}

interface LocalRead {
  readonly content: Content
  readonly hash: string
  readonly id: string
  /** What replaces it keeps it as a version: its bytes need no other copy. */
  readonly staysKept: boolean
}

/** Everything below a pair's root on this side. Paths begin with a slash and are relative to the root. */
export interface LocalSide {
  /** Every file, and the folders that could not be read. */
  scan(): Promise<{
    readonly files: readonly LocalFile[]
    readonly unknown: readonly string[]
    /** Files in which somebody is writing right now (Y10). */
    readonly editing: readonly string[]
    /** Files that are kept alike in another way (RT13). */
    readonly leftAlone?: readonly string[]
    /** There is no such folder at all. */
    readonly isMissing?: boolean
  }>
  /** Null when there is no such file. */
  read(path: string): Promise<LocalRead | null>
  /**
   * Writes durably, if the file still is what it was; what it replaces stays in its history.
   * @param expect the hash that it must have; null: there must be none
   * @param keepAs label of the version of what is replaced
   * @param by who wrote it, where that is not who syncs
   * @returns null when it changed meanwhile
   */
  write(
    path: string,
    content: Content,
    options: { readonly expect: string | null; readonly keepAs?: string; readonly by?: Person }
  ): Promise<{ readonly hash: string; readonly id: string } | null>
  /**
   * To another place, with its id and history, whatever it has by now.
   * @returns null when it is not there any more, or something else is at the new place
   */
  move(from: string, to: string): Promise<{ readonly hash: string; readonly id: string } | null>
  /** Gives a file or folder another spelling of its name (Y8). False when it cannot be had. */
  respell(from: string, to: string): Promise<boolean>
  /** To the trash. False when it is no longer what it was. */
  remove(path: string, expect: string): Promise<boolean>
}

export interface RemoteItem {
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** As the server wrote it; null when the list tells none. */
  readonly etag: string | null
  /**
   * Opaque: only whether it is another one counts (Y4). Null also when another write could still get the
   * same.
   */
  readonly lastModified: number | null
  /** Bytes; null when the list tells none. */
  readonly size: number | null
  /** The server's own id of the file, kept through renames; null when the list tells none. */
  readonly id: string | null
}

export type RemoteRead =
  | {
      readonly kind: 'file'
      readonly content: Content
      readonly etag: string | null
      readonly theirs: Theirs
    }
  /** It still has the ETag that was asked with. */
  | { readonly kind: 'same' }
  | { readonly kind: 'gone' }

type RemoteHead = { readonly kind: 'file'; readonly etag: string | null } | { readonly kind: 'gone' }

export type RemoteWrite =
  | { readonly kind: 'written'; readonly created: boolean; readonly etag: string | null }
  /** It is not what it was expected to be. */
  | { readonly kind: 'refused' }

/** A server that speaks the authoring API, below a pair's root. Every failure is a GalleyError. */
export interface RemoteSide {
  /** One folder, to the end of its list; null when the server says that there is none. `''` is the root. */
  list(folder: string): Promise<readonly RemoteItem[] | null>
  read(path: string, etag: string | null): Promise<RemoteRead>
  head(path: string): Promise<RemoteHead>
  /**
   * @param expect `absent`, or the ETag that it must have; null: the server tells none, the caller has looked
   */
  write(
    path: string,
    content: Content,
    expect: 'absent' | { readonly etag: string | null }
  ): Promise<RemoteWrite>
  /**
   * Gives a file or folder, with all below, another spelling of its name (Y8). False for a server that does
   * not do that.
   */
  respell(from: string, to: string): Promise<boolean>
  remove(path: string, etag: string | null): Promise<'removed' | 'gone' | 'refused'>
  /** Makes a labelled version of what is there. False for a type without versions. */
  label(path: string, label: string): Promise<boolean>
  /** E-mail of who is the last in the history of a file, as far as the server tells. */
  lastInHistory(path: string): Promise<string | null>
}

/** Contents by their hash, durable when `put` resolves (Y9). */
export interface Contents {
  /** Also what is too large for the memory. */
  putContent(content: Content): Promise<void>
  /**
   * Puts aside what comes, until it is dropped or the program ends.
   * @param announced bytes, where that is told
   */
  spool(body: AsyncIterable<Uint8Array>, announced?: number | null): Promise<Content>
  put(bytes: Uint8Array): Promise<string>
  get(hash: string): Promise<Uint8Array | null>
  /**
   * As `get`, for what may be large: read in pieces, and held against its hash while it is. Null when there
   * is none.
   */
  open(hash: string): Promise<Content | null>
  hashOf(bytes: Uint8Array): string
}
