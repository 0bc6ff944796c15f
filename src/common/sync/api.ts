import type { Conflict, MergeKind } from '../merge'

/** A server to sync with. Its token is never told. */
export interface SyncRemote {
  readonly id: string
  readonly name: string
  readonly base: string
  /** Whether a token is at hand: in the keychain, or for this run. */
  readonly hasToken: boolean
}

export interface SyncPair {
  readonly id: string
  readonly remoteId: string
  /** Content paths of the two roots. */
  readonly local: string
  readonly remote: string
  readonly serviceFolder: string
  readonly lowerCase: boolean
  readonly firstSync: 'ask' | 'local' | 'remote'
  readonly paused: boolean
  readonly status: SyncStatus
}

export interface SyncStatus {
  /** `offline`: the server did not answer; tried again by itself. `attention`: something waits for a person. */
  readonly state: 'waiting' | 'running' | 'synced' | 'offline' | 'attention'
  /** While it runs. */
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly last: SyncRun | null
  /** How many wait for a decision. */
  readonly conflicts: number
}

/** What the last run did. Times are Unix milliseconds. */
export interface SyncRun {
  readonly startedAt: number
  readonly endedAt: number
  /** The first 200 of them. */
  readonly deeds: readonly { readonly path: string; readonly did: string }[]
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly { readonly path: string; readonly reason: string; readonly message: string }[]
  readonly clashes: readonly { readonly reason: string; readonly paths: readonly string[] }[]
  /** Deletions that wait for a yes. */
  readonly held: { readonly local: readonly string[]; readonly remote: readonly string[] }
  readonly files: number
}

export interface SyncOverview {
  readonly remotes: readonly SyncRemote[]
  readonly pairs: readonly SyncPair[]
}

export interface SyncConflict {
  /** `config ` before the key of a config. */
  readonly key: string
  readonly path: string
  readonly count: number
  readonly at: number
}

/** A conflict with what has been chosen so far. Texts are null for what is none. */
export interface SyncConflictDetail extends SyncConflict {
  readonly kind: MergeKind
  readonly conflicts: readonly Conflict[]
  readonly open: number
  readonly base: string | null
  readonly local: string | null
  readonly remote: string | null
  /** What the file becomes with these choices. */
  readonly result: string | null
  /** What it decides about: it is refused when the file or the conflict has changed since. */
  readonly state: string
}

/** What is wrong with a connection, or nothing. */
export interface SyncTest {
  readonly ok: boolean
  /** One line a look: the address, the token, the right to read, the right to write, the clock. */
  readonly looks: readonly { readonly what: string; readonly ok: boolean; readonly message: string }[]
}
