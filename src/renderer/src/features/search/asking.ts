import { useEffect } from 'react'
import type { SearchAnswer } from '../../../../common/search/answer'
import { api, sentenceOf } from '../../api'
import { tree, useTree } from '../../engines/tree/tree-store'
import { sameQuestion, searchNow, updateSearch, useSearchState, type Asked } from './search-state'

/** Files of one page. */
const PAGE = 50
/** Between two keys nothing is asked. */
const QUIET_MS = 120
/** While the workspace is being read, the question is asked again after so long. */
const AGAIN_MS = 1500

/**
 * Asks for what is typed while the panel is shown, in the site that the tree shows, or everywhere without
 * one. What was found before stays until better is there.
 */
export function useAsking(isShown: boolean): void {
  const { query, isCase, isWord } = useSearchState()
  const root = useTree((state) => state.root)
  useEffect(() => {
    if (!isShown) return
    const asked = { query: query.trim(), isCase, isWord }
    if (asked.query === '') return updateSearch({ answer: null, waits: false, problem: null, chosen: null })
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const askAfter = (ms: number) => {
      timer = setTimeout(() => {
        void ask(asked, stopping.signal).then((isReading) => {
          if (isReading && !stopping.signal.aborted) askAfter(AGAIN_MS)
        })
      }, ms)
    }
    updateSearch({ waits: true })
    askAfter(QUIET_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [isShown, query, isCase, isWord, root])
}

/** The next page of what is shown. Nothing, while one is on its way or there is none. */
export async function askMore(): Promise<void> {
  const { answer, waits } = searchNow()
  if (!answer?.next || waits) return
  updateSearch({ waits: true })
  try {
    const page = await api.search(answer.asked.query, { ...askedWith(answer.asked), after: answer.next })
    if (searchNow().answer !== answer) return
    const known = new Set(answer.hits.map(({ id }) => id))
    const { next: _before, ...before } = answer
    const hits = [...answer.hits, ...page.hits.filter(({ id }) => !known.has(id))]
    updateSearch({ answer: { ...before, ...page, notes: answer.notes, hits }, waits: false })
  } catch (error) {
    if (searchNow().answer === answer) updateSearch({ waits: false, problem: sentenceOf(error) })
  }
}

/** @returns whether more may be found in a moment */
async function ask(asked: Asked, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await api.search(asked.query, { ...askedWith(asked), signal })
    if (signal.aborted) return false
    updateSearch({ answer: { ...answer, asked }, waits: false, problem: null, ...placeIn(answer, asked) })
    return answer.state.kind === 'reading'
  } catch (error) {
    if (!signal.aborted) updateSearch({ waits: false, problem: sentenceOf(error) })
    return false
  }
}

/** Another question begins at the top; the same one, asked again, stays where it is. */
function placeIn({ hits }: SearchAnswer, asked: Asked) {
  const { answer, chosen } = searchNow()
  if (!answer || !sameQuestion(answer.asked, asked))
    return { chosen: null, whole: new Set<string>(), folded: new Set<string>() }
  return hits.some(({ id }) => chosen?.startsWith(id)) ? {} : { chosen: null }
}

function askedWith({ isCase, isWord }: Asked) {
  const { root } = tree()
  const match = [...(isCase ? ['case'] : []), ...(isWord ? ['word'] : [])].join(',')
  return { limit: PAGE, ...(root !== null && { at: root }), ...(match !== '' && { match }) }
}
