import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'

/** What is written together and is not in its file yet: one log a file, by the file's id (RT6). */
export interface RoomLogs {
  /**
   * What the log of a room holds, in its order; null when there is none. `whole` is false where a part of it
   * was damaged: what is told ends before that, and the damaged log is kept aside (W8). That is said until it
   * is replaced. A torn end (a write that was never acknowledged) is cut off and is no damage. `at`: when it
   * was last written, Unix milliseconds.
   */
  load(fileId: string): Promise<{
    readonly entries: readonly RoomEntry[]
    readonly whole: boolean
    readonly at: number
  } | null>
  /**
   * Resolves when they are durable (W2); after a failure, and after a crash before that, all of them are
   * there or none. Entries of one room keep the order of the calls.
   * @throws not-found when the room has no log, or one that was damaged or that another program changed:
   * `replace` begins one · too-large when it would grow beyond what is read again: `replace` makes it short
   */
  append(fileId: string, entries: readonly RoomEntry[]): Promise<void>
  /**
   * In place of everything that was: old or new, never half. Begins a log where there is none.
   * @throws too-large
   */
  replace(fileId: string, entries: readonly RoomEntry[]): Promise<void>
  /** Resolves, durably, to false when there was none. */
  drop(fileId: string): Promise<boolean>
  /** Every room that has a log. */
  list(): Promise<readonly RoomLog[]>
}

export interface RoomLog {
  readonly fileId: string
  /** Where the file is; null where it is in the trash, or gone. */
  readonly path: ContentPath | null
  /** Bytes. */
  readonly size: number
  /** When it was last written, Unix milliseconds. */
  readonly at: number
}

export type RoomEntry =
  /** The whole shared document, when its file had the content `hash`. */
  | { readonly kind: 'state'; readonly epoch: string; readonly hash: string; readonly bytes: Uint8Array }
  | { readonly kind: 'update'; readonly bytes: Uint8Array }
  /** Who may write as which client. `key`: sha256, lower-case hex. */
  | { readonly kind: 'writer'; readonly client: number; readonly person: Person; readonly key: string }
  /** The file is about to get the content `hash`. */
  | { readonly kind: 'saving'; readonly hash: string }
  /** The file has it. */
  | { readonly kind: 'saved'; readonly hash: string }
  /** Somebody else gave the file these bytes, and what they did is taken in. */
  | { readonly kind: 'outside'; readonly hash: string; readonly bytes: Uint8Array }
