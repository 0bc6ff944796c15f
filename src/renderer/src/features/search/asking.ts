import { useEffect } from 'react'
import { hitKey, type SearchAnswer } from '../../../../common/search/answer'
import { api, sentenceOf } from '../../api'
import { tree, useTree } from '../../engines/tree/tree-store'
import { sameQuestion, searchNow, updateSearch, useSearchState, type Asked } from './search-state'

/** Files of one page. */
const PAGE = 50
/** Between two keys nothing is asked. */
const QUIET_MS = 120
/** Files are looked through one by one for so long, or until so many are found; then somebody says whether to go on. */
const LOOKING_MS = 30_000
const MOST_LOOKED = 10_000
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
    if (asked.query === '')
      return updateSearch({ answer: null, waits: false, isLooking: false, problem: null, chosen: null })
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const askAfter = (ms: number) => {
      timer = setTimeout(() => {
        void ask(asked, stopping.signal).then((isReading) => {
          if (isReading && !stopping.signal.aborted) askAfter(AGAIN_MS)
        })
      }, ms)
    }
    updateSearch({ waits: true, isLooking: false })
    askAfter(QUIET_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [isShown, query, isCase, isWord, root])
}

/** Looks through further files until all are, it was long enough, or somebody stops it (FI6). */
export async function lookOn(signal?: AbortSignal): Promise<void> {
  const until = performance.now() + LOOKING_MS
  const most = (searchNow().answer?.hits.length ?? 0) + MOST_LOOKED
  updateSearch({ isLooking: true })
  for (;;) {
    const { answer, isLooking, problem } = searchNow()
    const isOver = answer?.state.kind !== 'looking' || answer.hits.length >= most || performance.now() > until
    if (isOver || !isLooking || problem !== null || signal?.aborted) break
    await askMore(signal)
  }
  if (!signal?.aborted) updateSearch({ isLooking: false })
}

/** The next page of what is shown. Nothing, while one is on its way or there is none. */
export async function askMore(signal?: AbortSignal): Promise<void> {
  const { answer, waits } = searchNow()
  if (!answer?.next || waits) return
  updateSearch({ waits: true })
  try {
    const page = await api.search(answer.asked.query, {
      ...askedWith(answer.asked),
      after: answer.next,
      ...(signal && { signal })
    })
    if (searchNow().answer !== answer) return
    const known = new Set(answer.hits.map(hitKey))
    const { next: _before, ...before } = answer
    const hits = [...answer.hits, ...page.hits.filter((hit) => !known.has(hitKey(hit)))]
    const notes = page.notes.length > answer.notes.length ? page.notes : answer.notes
    updateSearch({ answer: { ...before, ...page, notes, hits }, waits: false })
  } catch (error) {
    if (searchNow().answer === answer && !signal?.aborted)
      updateSearch({ waits: false, problem: sentenceOf(error) })
  }
}

/** @returns whether more may be found in a moment */
async function ask(asked: Asked, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await api.search(asked.query, { ...askedWith(asked), signal })
    if (signal.aborted) return false
    updateSearch({ answer: { ...answer, asked }, waits: false, problem: null, ...placeIn(answer, asked) })
    await lookOn(signal)
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
  return hits.some((hit) => chosen?.startsWith(hitKey(hit))) ? {} : { chosen: null }
}

/** How the question is asked, where the tree shows it. */
export function askedWith({ isCase, isWord }: Pick<Asked, 'isCase' | 'isWord'>) {
  const { root } = tree()
  const match = [...(isCase ? ['case'] : []), ...(isWord ? ['word'] : [])].join(',')
  return { limit: PAGE, ...(root !== null && { at: root }), ...(match !== '' && { match }) }
}
