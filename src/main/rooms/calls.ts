import type { FormatName } from '../../common/formats/files'
import type { RoomEntry } from '../store/types'
import type { InputsOf, OutputsOf } from '../workers/engine-calls'
import type { Refused } from '../../common/rooms/updates'
import type { RoomKind } from '../../common/rooms/epoch'
import type { Exchanged, SideState } from '../../common/rooms/exchange'

/** What is in a file, and what a room's log tells of it. */
export interface Opening {
  /** The file's id. */
  readonly room: string
  readonly bytes: Uint8Array
  /** sha256 of the bytes. */
  readonly hash: string
  /** What it is by its name. */
  readonly format: FormatName
  /** Null: there is no log. */
  readonly log: { readonly entries: readonly RoomEntry[]; readonly whole: boolean } | null
  /** Of what the log says was about to be saved: the hashes that were, as the file's history tells. */
  readonly wasSaved: readonly string[]
}

/** What has become of the document of a file. */
export interface Opened {
  readonly kind: RoomKind
  readonly epoch: string
  /** Whether it began anew, so that the log is to be written anew. */
  readonly isAnew: boolean
  /** What the log is to hold besides what it holds. */
  readonly more: readonly RoomEntry[]
  /** Whether the file was written by somebody else since it was saved from here last. */
  readonly wasWritten: boolean
  /** Whether there is something in it that the file does not hold. */
  readonly isUnsaved: boolean
}

/** What the file is to hold. */
interface Saving {
  /** Null: it holds that already. */
  readonly bytes: Uint8Array | null
  readonly hash: string
  /** What of the document is in it: its state vector. */
  readonly vector: Uint8Array
}

/** The documents that are open, by the id of their file. All of it is done one after the other. */
export interface RoomEngine {
  /** @throws GalleyError unsupported for what is no text, too-large */
  open(input: Opening): Opened
  /** What whoever knows of this state vector lacks; all of it for null. */
  since(input: { readonly room: string; readonly vector: Uint8Array | null }): Uint8Array
  /** What is in it, as a state vector. */
  vector(input: { readonly room: string }): Uint8Array
  /** A number that nobody has written by. */
  newClient(input: { readonly room: string }): number
  /** Why what one person has written cannot be taken; null: it can. @param input.epoch of what they wrote in */
  refusalOf(input: {
    readonly room: string
    readonly epoch: string
    readonly client: number
    readonly update: Uint8Array
  }): Refused | 'too-large' | 'closed' | null
  /** Takes what one person has written. @returns false where the document is another one by now */
  take(input: { readonly room: string; readonly epoch: string; readonly update: Uint8Array }): boolean
  /** What the file is to hold now. */
  toSave(input: { readonly room: string }): Saving
  /** The file holds this by now. */
  saved(input: { readonly room: string; readonly hash: string }): void
  /**
   * Somebody else has written the file. What they did is taken in; or the document begins anew, where it
   * cannot go on as what it was.
   */
  written(input: { readonly room: string; readonly bytes: Uint8Array; readonly hash: string }): Written
  /** What a log of the document begins with. */
  snapshot(input: { readonly room: string }): readonly RoomEntry[]
  /**
   * Keeps the document beside one of another service, until it is closed.
   * @param common what both held last
   */
  beside(input: {
    readonly room: string
    readonly kind: RoomKind
    readonly common: string
    readonly here: SideState
    readonly there: SideState
  }): void
  /**
   * What is to be written on each side, after what has happened there, so that both are alike. Null where they
   * cannot be any more.
   */
  exchange(input: {
    readonly room: string
    readonly here: Uint8Array | null
    readonly there: Uint8Array | null
  }): Exchanged | null
  close(input: { readonly room: string }): void
}

type Written =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'carried'
      readonly entries: readonly RoomEntry[]
      readonly isUnsaved: boolean
    }
  | { readonly kind: 'anew'; readonly opened: Opened }

export type Input = InputsOf<RoomEngine>
export type Output = OutputsOf<RoomEngine>

/** The documents that are open, wherever they are. */
export interface RoomThreads {
  /** @throws GalleyError as the engine does, cancelled, too-complex */
  open(opening: Opening): Promise<Opened>
  call<Name extends Exclude<keyof Input, 'open' | 'close'>>(
    name: Name,
    input: Input[Name] & { readonly room: string }
  ): Promise<Output[Name]>
  close(room: string): Promise<void>
  /** Whether a document is among small ones still, and would be by itself if it was opened now. @param size bytes of its file */
  hasOutgrown(room: string, size: number): boolean
  /** Ends all of it. */
  end(): Promise<void>
}
