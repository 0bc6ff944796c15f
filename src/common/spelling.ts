/** How words are checked on this computer (VE21). */
export interface SpellingState {
  readonly on: boolean
  /** The system checks, in the languages that it knows; no dictionary is chosen. */
  readonly bySystem: boolean
  /** Of the dictionaries that the person chose, as `en-GB`. */
  readonly languages: readonly string[]
  /** Words that were added to the dictionary, or are ignored until the app ends. */
  readonly words: readonly string[]
}

/**
 * The dictionaries that a text of this language is checked by: those of the very language, else those that
 * differ in the country alone; all of them for a text that does not say.
 */
export function dictionariesFor(language: string | null, languages: readonly string[]): readonly string[] {
  if (language === null) return languages
  const [wanted, root] = [language.toLowerCase(), rootOf(language)]
  const same = languages.filter((one) => one.toLowerCase() === wanted)
  return same.length > 0 ? same : languages.filter((one) => rootOf(one) === root)
}

const rootOf = (language: string) => language.toLowerCase().split('-')[0]

/** A word is no longer; what is longer is not checked. */
export const LONGEST_WORD = 100
