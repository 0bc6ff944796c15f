import type { SyncKey } from './trees'

/** What a pass does with one file. Each stands for itself: it looks again before it changes anything. */
export type Operation =
  /** Read the remote file, to learn whether it changed. */
  | { readonly kind: 'look'; readonly key: SyncKey; readonly remotePath: string }
  /** Ask once more whether the remote file is gone. */
  | { readonly kind: 'confirm'; readonly key: SyncKey; readonly remotePath: string }
  | {
      readonly kind: 'pull'
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly hash: string
      /** What the local file must still be; null: it must not be there. */
      readonly local: string | null
      readonly why: 'changed' | 'new' | 'deleted-here' | 'chosen'
    }
  | {
      readonly kind: 'push'
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly hash: string
      /** What the remote file must still be; null: it must not be there. */
      readonly remote: string | null
      readonly why: 'changed' | 'new' | 'deleted-there' | 'chosen'
    }
  /** Both changed, or both came: merge, and where that leaves a conflict, keep it for a person. */
  | {
      readonly kind: 'merge'
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly base: string | null
      readonly local: string
      readonly remote: string
    }
  /** Both have the same bytes: from now on that is their base. */
  | {
      readonly kind: 'adopt'
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly hash: string
    }
  /** Both have deleted it. */
  | { readonly kind: 'forget'; readonly key: SyncKey; readonly path: string }
  | { readonly kind: 'remove-local'; readonly key: SyncKey; readonly path: string; readonly hash: string }
  | {
      readonly kind: 'remove-remote'
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly hash: string
    }
  /** A file that was renamed here: made at the new place, checked there, then deleted at the old one. */
  | {
      readonly kind: 'rename-remote'
      /** Of the new place. */
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      readonly hash: string
      readonly from: {
        readonly key: SyncKey
        readonly path: string
        readonly remotePath: string
        readonly hash: string
      }
    }

  /**
   * A file that was renamed there: it moves here, with its id and history. What it has become beside that, on
   * either side, is a change that the next pass finds.
   */
  | {
      readonly kind: 'rename-local'
      /** Of the new place. */
      readonly key: SyncKey
      readonly path: string
      readonly remotePath: string
      /** What the remote file has. */
      readonly hash: string
      readonly from: {
        readonly key: SyncKey
        readonly path: string
        /** What both had when they last agreed. */
        readonly base: string
      }
      /** It was renamed here as well: the server's name counts. */
      readonly isTwice?: boolean
    }
  /**
   * A file that was renamed here and changed there at its old place: the change is taken in at the new one.
   */
  | {
      readonly kind: 'merge-renamed'
      /** Of the new place. */
      readonly key: SyncKey
      readonly path: string
      readonly local: string
      readonly remote: string
      readonly from: {
        readonly key: SyncKey
        readonly path: string
        readonly remotePath: string
        readonly base: string
      }
    }

  /** A file or folder that is written otherwise on the other side since: only case or normal form (Y8). */
  | {
      readonly kind: 'respell-local' | 'respell-remote'
      readonly key: SyncKey
      /** As it is to be written. */
      readonly path: string
      /** As this side writes it. */
      readonly from: string
    }

/** Names that one of the systems takes for the same, or a file where the other side has a folder. */
export interface Clash {
  readonly reason: 'same-name' | 'other-spelling' | 'file-and-folder'
  readonly keys: readonly SyncKey[]
  /** As they are written, each with its side. */
  readonly paths: readonly { readonly side: 'local' | 'remote'; readonly path: string }[]
}

export interface Plan {
  readonly operations: readonly Operation[]
  readonly clashes: readonly Clash[]
  /** Deletions that are so many that somebody must say yes first. Empty when they are few, or approved. */
  readonly held: { readonly local: readonly string[]; readonly remote: readonly string[] }
  /** Conflicts that wait for a decision. */
  readonly conflicts: readonly SyncKey[]
  /** Files that are being edited: their turn comes when they rest. */
  readonly busy: readonly SyncKey[]
}
