import { dictionariesFor, type SpellingState } from '../../../common/spelling'
import { createStore, useStore } from '../state/store'
import { desktop } from './bridge'

const unknown: SpellingState = { on: false, bySystem: false, languages: [], words: [] }
const state = createStore(unknown, follow)

/** How spelling is checked on this computer (VE21); off in a browser, which has its own. */
export const useSpelling = (): SpellingState => useStore(state)

export const spelling = state.now

/** Whether words are checked now; of a text in a language only where a dictionary is of that. */
export const isChecking = (
  { on, bySystem, languages }: SpellingState,
  language: string | null = null
): boolean => on && (bySystem || dictionariesFor(language, languages).length > 0)

/** What is written now is in this language; null: it does not say, or nothing is written. */
export const spellIn = (language: string | null): void => void desktop()?.call('spellIn', language)

export const turnSpelling = (on: boolean): Promise<void> => keepAnswer(desktop()?.call('setSpelling', on))

/** Asks for a dictionary. @returns what is wrong with it, in a sentence; null when it was taken, or none was chosen */
export async function addDictionary(): Promise<string | null> {
  const next = (await desktop()?.call('addDictionary')) ?? null
  if (next !== null && 'problem' in next) return next.problem
  if (next !== null) state.set(next)
  return null
}

export const removeDictionary = (language: string): Promise<void> =>
  keepAnswer(desktop()?.call('removeDictionary', language))

/** Takes a word for right. @param forEver else until the app ends */
export const keepWord = (word: string, forEver: boolean): Promise<void> =>
  keepAnswer(desktop()?.call('keepWord', word, forEver))

async function keepAnswer(answer: Promise<SpellingState> | undefined): Promise<void> {
  const next = await answer
  if (next) state.set(next)
}

function follow(): () => void {
  const bridge = desktop()
  if (!bridge) return () => {}
  void bridge.call('spelling').then(state.set)
  return bridge.on('spelling', state.set)
}
