import type { Index } from './calls'
import type { Asked } from './engine/find'
import type { Candidate, Details } from './engine/types'

/** What is asked of an index, wherever it is. */
export interface Questions {
  find(asked: Asked): Promise<readonly Candidate[]>
  details(ids: readonly number[]): Promise<readonly Details[]>
  near(asked: { readonly word: string; readonly most: number }): Promise<readonly string[]>
}

/** Of the index in a thread. */
export const questionsTo = (index: Index): Questions => ({
  find: (asked) => index.call('find', asked),
  details: (ids) => index.call('details', ids),
  near: (asked) => index.call('near', asked)
})
