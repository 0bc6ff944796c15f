import type { ContentPath } from '../../common/content/paths'
import type { Here } from '../../common/rooms/frames'
import type { RoomKind } from '../../common/rooms/epoch'
import type { Refused } from '../../common/rooms/updates'
import type { Person } from '../../common/person'
import type { OutsideWrite } from './outside-writes'

/** What somebody who is in a room is told. */
export type News =
  /** What somebody else has written; it is durable. */
  | { readonly kind: 'update'; readonly bytes: Uint8Array }
  /** The file holds what is in this state vector. */
  | {
      readonly kind: 'saved'
      readonly hash: string
      readonly vector: Uint8Array
      /** Of the member's writes since it joined: how many are in it, or were refused. */
      readonly upTo: number
    }
  /** It could not be saved; it is tried again. */
  | { readonly kind: 'unsaved'; readonly reason: string; readonly message: string }
  /** Somebody wrote the file elsewhere. */
  | {
      readonly kind: 'outside'
      readonly by: Person
      /** It was another program. */
      readonly isProgram: boolean
      /** What that changes, as an update; null where it is nothing. */
      readonly bytes: Uint8Array | null
    }
  /** Who else is in it now. */
  | { readonly kind: 'here'; readonly people: readonly Here[] }
  /** The document began anew: whoever is in it joins again. */
  | { readonly kind: 'anew'; readonly epoch: string }
  | { readonly kind: 'moved'; readonly path: ContentPath }
  /** The file is in the trash, or gone: nothing is taken any more, until it is there again. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'back' }
  /** The room is closed. */
  | { readonly kind: 'bye'; readonly message: string }

/** Somebody who writes or reads, in one window. */
export interface Member {
  readonly person: Person
  /** The editing session of the window (V3). */
  readonly session: string
  /** It stands for people of another service: nobody is in the document by that. */
  readonly relay?: Relaying
  /** It asks for the numbers of all who write at another service. */
  readonly isMany?: boolean
  tell(news: News): void
}

/** What somebody writes here who stands for people of another service. */
interface Relaying {
  /** Who wrote what is written now: at least one. */
  by(): readonly Person[]
  /** Whether it is told as what was written elsewhere: it comes after a while away. */
  isOutside(): boolean
}

/** What a member came back with. */
export interface Back {
  readonly client: number
  readonly key: string
}

/** Where somebody is in a document, as they tell. */
export type Place = Pick<Here, 'at' | 'view' | 'isIdle'>

/** A member's own way into the room. */
export interface Membership {
  readonly kind: RoomKind
  readonly epoch: string
  readonly path: ContentPath
  /** The number that this member writes by. */
  readonly client: number
  /** Shows, after a while away, that the number is the member's. */
  readonly key: string
  /** What the file holds. */
  readonly hash: string
  /** Who wrote the file elsewhere last since it held this; null: nobody has. */
  outsideSince(hash: string): OutsideWrite | null
  /**
   * What whoever knows of this lacks; null: all of it.
   * @throws GalleyError busy where the document began anew: the member is to join it again
   */
  since(vector: Uint8Array | null): Promise<Uint8Array>
  /** The state vector of what is there. */
  vector(): Promise<Uint8Array>
  /**
   * Takes what the member has written: null when it is durable; else why nothing of it was taken.
   * @throws GalleyError when the disk does not take it; the member keeps it and sends it again
   */
  write(update: Uint8Array): Promise<Refused | 'too-large' | 'closed' | null>
  /** Has what is written be in the file now; it is told what became of that. */
  save(): void
  /** Where the member is in the document now. */
  here(place: Place): void
  leave(): void
}
