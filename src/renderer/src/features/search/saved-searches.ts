import { z } from 'zod'
import { keep, keptText } from '../../state/keep'
import { createStore, useStore } from '../../state/store'
import { sameQuestion, type Asked } from './search-state'

const KEY = 'galley.search.saved'
/** More than anyone finds again in a list. */
const MOST = 50

const one = z.object({ query: z.string(), isCase: z.boolean(), isWord: z.boolean() })

const saved = createStore<readonly Asked[]>(kept())

export const useSavedSearches = (): readonly Asked[] => useStore(saved)

export const isSaved = (asked: Asked, among = saved.now()): boolean =>
  among.some((other) => sameQuestion(other, asked))

/** Keeps a question on this computer, for later starts, with how it is asked. */
export function saveSearch({ query, isCase, isWord }: Asked): void {
  const text = query.trim()
  if (text === '') return
  const asked = { query: text, isCase, isWord }
  change((before) => [...before.filter((other) => !sameQuestion(other, asked)), asked].slice(-MOST))
}

export function forgetSearch(asked: Asked): void {
  change((before) => before.filter((other) => !sameQuestion(other, asked)))
}

/** On top of what is kept now: another window may have added to it. */
function change(next: (before: readonly Asked[]) => readonly Asked[]): void {
  const changed = next(kept())
  keep(KEY, JSON.stringify(changed))
  saved.set(changed)
}

/** What was kept; whatever of it is not understood is left out. */
function kept(): readonly Asked[] {
  try {
    const found: unknown = JSON.parse(keptText(KEY) ?? '[]')
    return Array.isArray(found) ? found.flatMap((each) => one.safeParse(each).data ?? []).slice(-MOST) : []
  } catch {
    return []
  }
}
