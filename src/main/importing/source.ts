import type { ContentPath } from '../../common/content/paths'
import type { ItemKind } from '../../common/importing/kinds'
import type { Finding, ImportItem, Obstacle } from '../../common/importing/shapes'

/** Something that an import can take, as a list names it. */
interface Entry {
  readonly address: string
  readonly kind: ItemKind
}

export interface Listed {
  readonly entries: readonly Entry[]
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  readonly repeated: number
}

/** What a first look at an item tells. */
export type Look =
  | { readonly kind: 'no'; readonly why: Obstacle; readonly detail: string; readonly redirect?: string }
  | {
      /** It was read. */
      readonly kind: 'text'
      readonly path: ContentPath
      /** Of what would be stored. */
      readonly size: number
      readonly itemKind: ItemKind
      readonly structured: boolean
      /** Pictures and films of the same site that it shows. */
      readonly media: readonly string[]
      /** What readers do not get of it, and so cannot come back. */
      readonly lacks: Lack | null
      /** Whether a stored file says the same, however it is laid out. */
      readonly equals: (stored: Uint8Array) => Promise<boolean>
    }
  | {
      /** Only its head was read. */
      readonly kind: 'bytes'
      readonly path: ContentPath
      readonly itemKind: ItemKind
      readonly size: number | null
      /** sha256, lower-case hex, where the source tells it. */
      readonly hash: string | null
      /** Reads it all to know; null when that is too much to ask. */
      readonly hashNow: (() => Promise<string>) | null
    }

/**
 * A sheet is published without its private sheets and mostly without column widths; a structured document
 * without its schema.
 */
export type Lack =
  | { readonly kind: 'sheet'; readonly widths: boolean }
  | { readonly kind: 'schema'; readonly name: string | null }

/** What is to be stored. A stream is read once, and its hash is known at its end. */
export interface Taken {
  readonly path: ContentPath
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
  readonly hash: () => string
  /** Ends a stream that was not read, or not to its end. */
  readonly discard?: () => void
}

export const notThere: readonly Finding[] = [{ what: 'missing', detail: 'The file is not there (any more).' }]

/** Where an import takes things from: published states of this workspace, or other hosts. */
export interface ImportSource {
  list(signal: AbortSignal): Promise<Listed>
  /**
   * Hands over what a first look tells, once.
   * @throws nothing but an end by the signal and failures of Galley itself
   */
  look<T>(item: ImportItem, signal: AbortSignal, judge: (look: Look) => Promise<T>): Promise<T>
  /** Hands over what is to be stored, again from the start for each try. @throws WebFailure */
  take<T>(item: ImportItem, signal: AbortSignal, store: (taken: Taken) => Promise<T>): Promise<T>
  /** What differs between the source and the file that was imported from it (IM8). */
  compare(item: ImportItem, stored: StoredFile, signal: AbortSignal): Promise<readonly Finding[]>
  close(): void
}

/** Each is asked for when it is needed, and null where there is no file (any more). */
export interface StoredFile {
  readonly hash: () => Promise<string | null>
  /** Of pages and sheets. */
  readonly bytes: () => Promise<Uint8Array | null>
  /** Whether there is a file. */
  readonly exists: (path: ContentPath) => Promise<boolean>
}

/** An item as it is listed first: nothing is known of it but its address. */
export const itemOf = (number: number, address: string, kind: ImportItem['kind']): ImportItem => ({
  number,
  address,
  path: null,
  kind,
  chosen: true
})
