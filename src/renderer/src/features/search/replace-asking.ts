import { useEffect } from 'react'
import { ROOT } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { undoChange } from '../../documents/links/mend'
import { saveEverything } from '../../documents/closing'
import { tree, useTree } from '../../engines/tree/tree-store'
import { asLongWork } from '../../workbench/long-work'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { counted } from './replace-words'
import { chosenFiles } from './replace-rows'
import { replaceNow, updateReplace, useReplaceState, type ReplaceAsked } from './replace-state'
import { useSearchState } from './search-state'

/** Between two keys nothing is asked. */
const QUIET_MS = 250
/** Files are looked through for so long, or until so many places are found; then somebody says whether to go on. */
const LOOKING_MS = 60_000
const MOST_PLACES = 10_000

/** Asks what would be replaced while that half of the panel is shown, in the site that the tree shows. */
export function useReplaceAsking(isShown: boolean): void {
  const { query, isCase, isWord } = useSearchState()
  const { by, isAddresses, round } = useReplaceState()
  const root = useTree((state) => state.root)
  useEffect(() => {
    if (!isShown) return
    const asked = { query: query.trim(), isCase, isWord, by, isAddresses }
    if (asked.query === '') return updateReplace({ told: null, problem: null, waits: false })
    const stopping = new AbortController()
    updateReplace({ waits: true })
    const timer = setTimeout(() => void tell(asked, stopping.signal), QUIET_MS)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [isShown, query, isCase, isWord, by, isAddresses, root, round])
}

async function tell(asked: ReplaceAsked, signal: AbortSignal): Promise<void> {
  try {
    const part = await ask(asked, 0, signal)
    if (signal.aborted) return
    updateReplace({
      told: { asked, ...part },
      problem: null,
      left: new Set(),
      folded: new Set(),
      chosen: null
    })
    await goOn(signal)
  } catch (error) {
    if (!signal.aborted) updateReplace({ told: null, problem: sentenceOf(error), waits: false })
  }
}

/** Looks through further files until all are, it was long enough, or somebody stops it. */
export async function goOn(signal?: AbortSignal): Promise<void> {
  const until = performance.now() + LOOKING_MS
  updateReplace({ waits: true })
  for (let most = placesNow() + MOST_PLACES; ;) {
    const { told, waits } = replaceNow()
    if (!told || told.next === null || !waits || signal?.aborted) break
    if (placesNow() >= most || performance.now() > until) break
    try {
      const part = await ask(told.asked, told.next, signal)
      if (replaceNow().told !== told) return
      updateReplace({
        told: {
          ...told,
          ...part,
          found: [...told.found, ...part.found],
          cannot: [...told.cannot, ...part.cannot],
          breaks: [...told.breaks, ...part.breaks]
        }
      })
    } catch (error) {
      if (!signal?.aborted) updateReplace({ problem: sentenceOf(error), waits: false })
      return
    }
  }
  if (!signal?.aborted) updateReplace({ waits: false })
}

const placesNow = () =>
  (replaceNow().told?.found ?? []).reduce((sum, { places, more }) => sum + places.length + more, 0)

async function ask(asked: ReplaceAsked, after: number, signal: AbortSignal | undefined) {
  const { found, cannot, breaks, notes, looked, of, next } = await api.replace(
    tree().root ?? ROOT,
    { ...requestOf(asked), dry: true, after },
    { signal }
  )
  return { found, cannot, breaks, notes, looked, of, next: next ?? null }
}

const requestOf = ({ query, by, isCase, isWord, isAddresses }: ReplaceAsked) => ({
  q: query,
  with: by,
  case: isCase,
  word: isWord,
  addresses: isAddresses
})

/** Replaces what is ticked, after everything typed is saved: one change, with one Undo (RP6). */
export async function replaceTicked(): Promise<void> {
  const { told, left, isBusy, waits } = replaceNow()
  const files = chosenFiles(told?.found ?? [], left)
  if (!told || isBusy || waits || files.length === 0) return
  updateReplace({ isBusy: true })
  try {
    if (!(await saveEverything())) return
    const request = {
      ...requestOf(told.asked),
      files: files.map(({ path, etag, except }) => ({ path, etag, except }))
    }
    const replacing = { title: 'Replacing', stopped: 'Stopped. Nothing was replaced.' }
    const done = await asLongWork(replacing, (operation) =>
      api.replace(tree().root ?? ROOT, request, { operation })
    )
    if (done === null) return
    if (done.left.length > 0)
      notifyFailure(
        done.files === 0 ? 'Nothing was replaced' : 'Not all of it was replaced',
        `These were changed meanwhile, and stay as they are: ${done.left.slice(0, 5).join(', ')}`
      )
    const { change } = done
    if (change !== null)
      notifyWithUndo(`Replaced ${counted(done.places, done.files)}`, async () => {
        await undoChange(change)
        again()
      })
  } catch (error) {
    notifyFailure('Nothing was replaced', sentenceOf(error))
  } finally {
    updateReplace({ isBusy: false })
    again()
  }
}

const again = () => updateReplace({ round: replaceNow().round + 1 })
