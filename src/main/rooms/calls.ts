import type { FormatName } from '../../common/formats/files'
import type { RoomEntry } from '../store/types'
import type { InputsOf, OutputsOf } from '../workers/engine-calls'
import type { Refused } from '../../common/rooms/updates'
import type { RoomKind } from '../../common/rooms/epoch'

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
  /**
   * What whoever knows of this state vector lacks; all of it for null.
   * @param input.epoch of the document that is meant
   * @throws GalleyError busy where the document began anew: of another one nothing is known
   */
  since(input: {
    readonly room: string
    readonly vector: Uint8Array | null
    readonly epoch?: string
  }): Uint8Array
  /** What is in it, as a state vector. */
  vector(input: { readonly room: string }): Uint8Array
  /** A number that nobody has written by; for a service that asks for many, a block of them, if there can be one. */
  newClient(input: { readonly room: string; readonly isMany: boolean }): number
  /**
   * Why what one person has written cannot be taken; null: it can.
   * @param input.epoch of what they wrote in
   * @param input.client null: it was written where this document was taken over from
   */
  refusalOf(input: {
    readonly room: string
    readonly epoch: string
    readonly client: number | null
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
  /** Takes the document of another service over in place of this one; null, and nothing is done, where it cannot be. */
  adopt(input: { readonly room: string } & Adopted): Opened | null
  /** What a file would hold that is written from a state of a document of this kind; null where it is none. */
  sourceOf(input: {
    readonly room: string
    readonly kind: RoomKind
    readonly state: Uint8Array
  }): string | null
  close(input: { readonly room: string }): void
}

/** The document of another service, to be taken over from there. */
export interface Adopted {
  /** What it is called there. */
  readonly epoch: string
  /** The numbers that those write by there who write here. */
  readonly block: number
  /** All of it, as an update. */
  readonly state: Uint8Array
  /** The text that both documents come from: what was done here since is done in it too. */
  readonly base: string
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
