import type { ReplaceAnswer } from '../../../../common/replace/answers'
import { createStore, useStore } from '../../state/store'
import type { Asked } from './search-state'

export type ReplaceFile = ReplaceAnswer['found'][number]
export type ReplaceFound = ReplaceFile['places'][number]
export type NotReplaced = ReplaceAnswer['cannot'][number]

/** What is asked: another one is another list. */
export interface ReplaceAsked extends Asked {
  readonly by: string
  /** Also in addresses of links and pictures. */
  readonly isAddresses: boolean
}

/** What would be replaced, as far as files were looked through. */
interface Told {
  readonly asked: ReplaceAsked
  readonly found: readonly ReplaceFile[]
  readonly cannot: readonly NotReplaced[]
  /** Values that would break the schemas of their documents. */
  readonly breaks: ReplaceAnswer['breaks']
  /** What of the question was not taken as it was typed. */
  readonly notes: ReplaceAnswer['notes']
  readonly looked: number
  readonly of: number
  /** Where the next part begins; null: all is told. */
  readonly next: number | null
}

/** The second half of the search panel. */
interface ReplaceState {
  /** It is shown, and the search rests. */
  readonly isOn: boolean
  readonly by: string
  readonly isAddresses: boolean
  readonly told: Told | null
  /** Files are looked through. */
  readonly waits: boolean
  /** It is being written. */
  readonly isBusy: boolean
  /** Why nothing can be told, in a sentence. */
  readonly problem: string | null
  /** What stays as it is, by the keys of files and places. */
  readonly left: ReadonlySet<string>
  /** The key of the row that the keyboard is at. */
  readonly chosen: string | null
  /** Files none of whose places are shown. */
  readonly folded: ReadonlySet<string>
  /** Raised to ask the same once more. */
  readonly round: number
}

export const nothingReplaced: ReplaceState = {
  isOn: false,
  by: '',
  isAddresses: false,
  told: null,
  waits: false,
  isBusy: false,
  problem: null,
  left: new Set(),
  chosen: null,
  folded: new Set(),
  round: 0
}

const store = createStore<ReplaceState>(nothingReplaced)

export const replaceNow = store.now
export const useReplaceState = (): ReplaceState => useStore(store)
export const updateReplace = (change: Partial<ReplaceState>): void => store.set({ ...store.now(), ...change })

/** What a place would break, in a sentence; `''` for nothing. */
export const breaksAt = (breaks: ReplaceAnswer['breaks'], path: string, { at }: ReplaceFound): string =>
  at.kind === 'field'
    ? breaks
        .filter(
          (one) =>
            one.path === path && (one.pointer === at.pointer || at.pointer.startsWith(`${one.pointer}/`))
        )
        .map(({ message }) => message)
        .join(' ')
    : ''

export const placeKeyOf = (path: string, n: number): string => `${path} ${n}`
