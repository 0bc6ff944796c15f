import type { SearchAnswer } from '../../../../common/search/answer'
import { createStore, useStore } from '../../state/store'

/** What is asked: another one is another question. */
export interface Asked {
  readonly query: string
  /** Capitals count. */
  readonly isCase: boolean
  /** Whole words alone. */
  readonly isWord: boolean
}

/** The search panel, as it is kept while it is not shown. */
export interface SearchState extends Asked {
  /** What was found, with the question that it answers; null: nothing was asked yet. */
  readonly answer: (SearchAnswer & { readonly asked: Asked }) | null
  /** A question, or a further page, is on its way. */
  readonly waits: boolean
  /** Files are looked through, one after the other, until it is stopped. */
  readonly isLooking: boolean
  /** Why nothing could be searched, in a sentence; null: it was. */
  readonly problem: string | null
  /** The key of the row that the keyboard is at. */
  readonly chosen: string | null
  /** Files all of whose places are shown, by their ids. */
  readonly whole: ReadonlySet<string>
  /** Files none of whose places are shown. */
  readonly folded: ReadonlySet<string>
}

export const nothingSearched: SearchState = {
  query: '',
  isCase: false,
  isWord: false,
  answer: null,
  waits: false,
  isLooking: false,
  problem: null,
  chosen: null,
  whole: new Set(),
  folded: new Set()
}

const store = createStore<SearchState>(nothingSearched)

export const searchNow = store.now
export const useSearchState = (): SearchState => useStore(store)
export const updateSearch = (change: Partial<SearchState>): void => store.set({ ...store.now(), ...change })

export const sameQuestion = (one: Asked, other: Asked): boolean =>
  one.query.trim() === other.query.trim() && one.isCase === other.isCase && one.isWord === other.isWord
