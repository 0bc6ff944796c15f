import { clashKey } from '../content/paths'

/**
 * A path below the root of a pair, as two systems would take it for the same: `/News/Spring.html` →
 * `/news/spring.html`. Equal keys are one file (N5).
 */
export type SyncKey = string

export const syncKey = (path: string): SyncKey =>
  PLAIN.test(path) ? path.toLowerCase() : path.split('/').map(clashKey).join('/')

/** Most paths: nothing in them has several forms. */
const PLAIN = /^[\x20-\x7e]*$/

/** Paths begin with a slash and are relative to the root of the pair. Hashes are sha256, lower-case hex. */
export interface LocalFile {
  readonly path: string
  readonly hash: string
  /** Kept through renames. */
  readonly id: string
  /** Bytes, for people. */
  readonly size?: number
}

export interface RemoteFile {
  readonly path: string
  /** `null`: it may have changed; it must be read before anything can be said about it. */
  readonly hash: string | null
  /** The server's own, where its lists tell one: kept through renames. */
  readonly id?: string | undefined
}

/** What both sides had when they last agreed. */
export interface BaseFile {
  readonly path: string
  readonly remotePath: string
  readonly hash: string
  /** Of the local file. */
  readonly id: string
  /** The server's own, where it tells one. */
  readonly remoteId?: string | undefined
}

/** A conflict that nobody has decided yet, by the states that it is about. */
export interface OpenConflict {
  readonly base: string | null
  readonly local: string
  readonly remote: string
}

export interface Trees {
  readonly local: readonly LocalFile[]
  readonly base: readonly BaseFile[]
  readonly remote: readonly RemoteFile[]
  /**
   * Folders that could not be read to their end: of what is at or below them, nothing is known. `''` is
   * everything.
   */
  readonly localUnknown: readonly string[]
  readonly remoteUnknown: readonly string[]
}

/** Whether a path is at or below one of the folders. */
export function isBelowAny(key: SyncKey, folders: readonly SyncKey[]): boolean {
  return belowAny(folders)(key)
}

/** As `isBelowAny`, for many questions about as many folders. */
export function belowAny(folders: Iterable<SyncKey>): (key: SyncKey) => boolean {
  const all = new Set(folders)
  return (key) => {
    for (let end = key.length; end >= 0; end = end === 0 ? -1 : key.lastIndexOf('/', end - 1))
      if (all.has(key.slice(0, end))) return true
    return false
  }
}
