import type { Person } from '../person'
import type { ContentPath } from '../content/paths'

/** What is known of one file, through everything that happened to it. Times are Unix milliseconds. */
export interface FileHistory {
  readonly id: string
  /** Null while it is in the trash. */
  readonly current: { readonly path: ContentPath; readonly content: Content } | null
  /** Where it lies while it is in the trash. */
  readonly trashed: Trashed | null
  /** When and where it began; null when that is not known. */
  readonly created: Placed | null
  /** Where it came to afterwards, oldest first. */
  readonly places: readonly Place[]
  /** What was written, oldest first; autosaves that later ones made void may be missing. */
  readonly written: readonly Content[]
  /** The states that are kept and can be had again, oldest first. */
  readonly kept: readonly Kept[]
}

export interface Content {
  readonly hash: string
  readonly size: number
  /** When it was written, and by whom. */
  readonly at: number
  readonly by: Person
}

export interface Placed {
  readonly path: ContentPath
  readonly at: number
  readonly by?: Person | undefined
}

export interface Place extends Placed {
  /** It came out of the trash, where it was since. */
  readonly deletedAt?: number | undefined
}

/** A version, or what an upload replaced and put into the trash. */
export interface Kept {
  readonly kind: 'version' | 'replaced'
  /** Of the version; of the item in the trash. */
  readonly id: string
  readonly hash: string
  readonly size: number
  /** Until when it was the content, or when it was the content. */
  readonly at: number
  readonly path: ContentPath
  readonly by: readonly Person[]
  readonly label?: string | undefined
}

export interface Trashed {
  /** Of the item in the trash. */
  readonly id: string
  /** Of the item: the file itself, or the folder that it was deleted with. */
  readonly item: ContentPath
  readonly path: ContentPath
  readonly content: Content
  readonly at: number
  readonly by: Person
}

/** Everywhere it is and was, as far as that is known. */
export function placesOf({ current, trashed, created, places, kept }: FileHistory): ContentPath[] {
  return [current, trashed, created, ...places, ...kept].flatMap((place) => (place ? [place.path] : []))
}
