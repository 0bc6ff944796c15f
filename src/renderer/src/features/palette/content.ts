import { useEffect } from 'react'
import { hitKey, type SearchHit } from '../../../../common/search/answer'
import { api, sentenceOf } from '../../api'
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
  /** Why nothing could be searched, in a sentence; null: it was. */
  readonly problem: string | null
}

const nothing: Found = { query: '', hits: [], waits: false, isReading: false, problem: null }
const found = createStore<Found>(nothing)

/** More are for a search of their own. */
const MOST = 8
/** Between two keys nothing is asked. */
const QUIET_MS = 90
/** While the workspace is being read, the question is asked again after so long. */
const AGAIN_MS = 700

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
    found.set({ ...found.now(), waits: true })
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const askAfter = (ms: number) => {
      timer = setTimeout(() => {
        void ask(asked, stopping.signal).then((isReading) => {
          if (isReading && !stopping.signal.aborted) askAfter(AGAIN_MS)
        })
      }, ms)
    }
    askAfter(QUIET_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [asked])
}

/** @returns whether more may be found in a moment */
async function ask(query: string, signal: AbortSignal): Promise<boolean> {
  const { root } = tree()
  const asked = { limit: MOST, signal, ...(root !== null && { at: root }) }
  const answer = await api.search(query, asked).then(
    ({ hits, state }) => ({
      hits: behindThose(
        query,
        hits.filter(({ places }) => places.length > 0)
      ),
      isReading: state.kind === 'reading',
      problem: null
    }),
    // names are found all the same
    (error: unknown) => ({ hits: [], isReading: false, problem: sentenceOf(error) })
  )
  if (!signal.aborted) found.set({ query, ...answer, waits: false })
  return answer.isReading
}

/** What came meanwhile stands behind what was shown for the same question: the line that is chosen stays. */
function behindThose(query: string, hits: readonly SearchHit[]): readonly SearchHit[] {
  const shown = found.now().query === query ? found.now().hits : []
  const now = new Map(hits.map((hit) => [hitKey(hit), hit]))
  const still = shown.flatMap((hit) => now.get(hitKey(hit)) ?? [])
  return [...still, ...hits.filter((hit) => !still.includes(hit))]
}
