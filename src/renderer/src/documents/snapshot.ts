import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import type { WordsKept } from './draft-keeper'
import type { SaveStatus } from './status'

/** Something that happened to an open document and that the person should know. */
export type Notice =
  /** Someone else saved; nothing was unsaved here, so their text is shown. */
  | { readonly kind: 'changed'; readonly by: string; readonly before: string; readonly after: string }
  /** Someone else saved while words were unsaved here; both are in the text now. */
  | { readonly kind: 'merged'; readonly by: string; readonly before: string; readonly after: string }
  /** Words from before a crash are back. */
  | { readonly kind: 'draft'; readonly at: number }
  | {
      readonly kind: 'took-theirs'
      readonly by: string
      readonly before: string
      readonly after: string
      /** Whether what was typed here is in the file's history by now. */
      readonly isKept: boolean
    }

/** A question that only a person can answer. */
export type Question =
  /** Both changed the same place. */
  | { readonly kind: 'conflict'; readonly by: string }
  /** The file is gone; the text is still here. */
  | { readonly kind: 'deleted'; readonly by: string }

export type Phase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text' }
  /** Not UTF-8: shown, never saved. */
  | { readonly kind: 'bytes' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string }

/**
 * What a view of an open document draws, but for its text; a new object on every change. A key alone changes
 * none of it.
 */
export interface DocumentSnapshot {
  readonly path: ContentPath
  readonly phase: Phase
  /** Null while there is no text. */
  readonly status: SaveStatus | null
  readonly notice: Notice | null
  readonly question: Question | null
  /** Where the words are that are not saved. */
  readonly kept: WordsKept
  /** Of the stored content that the text is based upon. */
  readonly etag: string | null
  readonly modifiedBy: Person | null
  readonly modifiedAt: number | null
}
