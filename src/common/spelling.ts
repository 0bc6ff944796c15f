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

/** A word is no longer; what is longer is not checked. */
export const LONGEST_WORD = 100
