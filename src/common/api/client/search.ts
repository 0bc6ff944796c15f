import { headers } from '../headers'
import { ROOT, type ContentPath } from '../../content/paths'
import { replaceAnswer, type ReplaceAnswer } from '../../replace/answers'
import { searchAnswer, type SearchAnswer } from '../../search/answer'
import type { BodyOf } from '../operations'
import type { CallOptions, Calls } from './calls'

/** How a question is asked, beside its words. */
interface SearchAsked extends CallOptions {
  /** At and below this place; default: everywhere. */
  readonly at?: ContentPath
  /** Hits at most, 1 to 200. */
  readonly limit?: number
  /** `next` of the page before. */
  readonly after?: string | undefined
  readonly sort?: 'best' | 'changed' | 'path'
  /** `case`, `word`, or both with a comma. */
  readonly match?: string | undefined
}

/** Finding what the caller may read (FI1 to FI6). */
export const searchCalls = ({ read }: Calls) => ({
  search: (q: string, { signal, at = ROOT, ...asked }: SearchAsked = {}): Promise<SearchAnswer> =>
    read(searchAnswer, 'search', { at, q, ...asked }, { signal }),
  /** Replaces words in what documents say, or tells what would be replaced. */
  replace: (
    scope: ContentPath,
    request: BodyOf<'replace'>,
    { operation, signal }: CallOptions & { readonly operation?: string } = {}
  ): Promise<ReplaceAnswer> =>
    read(
      replaceAnswer,
      'replace',
      { at: scope },
      {
        signal,
        json: request,
        ...(operation !== undefined && { headers: { [headers.operation]: operation } })
      }
    )
})
