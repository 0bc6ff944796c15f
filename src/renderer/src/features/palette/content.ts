import { useEffect } from 'react'
import type { SearchHit } from '../../../../common/search/answer'
import { api } from '../../api/client'
import { tree } from '../../engines/tree/tree-store'
import { createStore, useStore } from '../../state/store'
import type { PaletteMode } from './palette-state'

/** What says the typed words, as far as it was asked for. */
interface Found {
  /** The question that these are the hits of. */
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** A question is on its way. */
  readonly waits: boolean
  /** The workspace is still being read: more may be found in a moment. */
  readonly isReading: boolean
}

const nothing: Found = { query: '', hits: [], waits: false, isReading: false }
const found = createStore<Found>(nothing)

/** More are for a search of their own. */
const MOST = 8
/** Between two keys nothing is asked. */
const QUIET_MS = 90

export const contentFound = (): Found => found.now()
export const useContentFound = (): Found => useStore(found)

/** The hits of just this question; those of another one are none of its. */
export const contentFor = (query: string): readonly SearchHit[] =>
  found.now().query === query.trim() ? found.now().hits : []

/** Asks for what is typed, in the site that the tree shows, or everywhere without one. */
export function useContentSearch(query: string, mode: PaletteMode): void {
  const asked = mode === 'all' ? query.trim() : ''
  useEffect(() => {
    if (asked === '') return found.set(nothing)
    if (found.now().query === asked) return found.set({ ...found.now(), waits: false })
    found.set({ ...found.now(), waits: true })
    const stopping = new AbortController()
    const timer = setTimeout(() => void ask(asked, stopping.signal), QUIET_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [asked])
}

async function ask(query: string, signal: AbortSignal): Promise<void> {
  const { root } = tree()
  const asked = { limit: MOST, signal, ...(root !== null && { at: root }) }
  const answer = await api.search(query, asked).then(
    ({ hits, state }) => ({
      hits: hits.filter(({ places }) => places.length > 0),
      isReading: state.kind === 'reading'
    }),
    // names are found all the same
    () => ({ hits: [], isReading: false })
  )
  if (!signal.aborted) found.set({ query, ...answer, waits: false })
}
