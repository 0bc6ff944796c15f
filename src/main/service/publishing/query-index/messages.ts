import type { IndexDefinition } from '../../../../common/indexing'
import type { IndexedPage, SourcePage } from './extract'

/** What the worker is asked: the rows of a page, or which of many paths each index takes. */
export type IndexQuestion =
  | { readonly kind: 'page'; readonly indices: readonly IndexDefinition[]; readonly page: SourcePage }
  | {
      readonly kind: 'match'
      readonly indices: readonly IndexDefinition[]
      readonly paths: readonly string[]
    }

export type IndexReply =
  | { readonly kind: 'page'; readonly page: IndexedPage }
  /** For each index the numbers of its paths. */
  | { readonly kind: 'match'; readonly matches: readonly (readonly number[])[] }
  | { readonly kind: 'failed'; readonly message: string }
