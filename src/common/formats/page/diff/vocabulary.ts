import { bounds } from '../../../bounds'

/** The words of two pages by number, and how much of their text may still be cut into words. */
export interface Vocabulary {
  /** Equal for equal words. */
  numberOf(word: string): number
  /**
   * Whether so many characters may be cut into words for one purpose; they are counted then. What is not is
   * told coarsely, so that two large pages that have nothing in common are compared in bounded time.
   */
  affords(purpose: Purpose, characters: number): boolean
}

/** `likeness`: to find again what has changed. `lines`: to tell which of its words changed. */
type Purpose = keyof typeof bounds.wordsCompared

export function openVocabulary(limits: Readonly<Record<Purpose, number>> = bounds.wordsCompared): Vocabulary {
  const numbers = new Map<string, number>()
  const left = { ...limits }
  return {
    numberOf(word) {
      const known = numbers.get(word)
      if (known !== undefined) return known
      numbers.set(word, numbers.size)
      return numbers.size - 1
    },
    affords(purpose, characters) {
      if (characters > left[purpose]) return false
      left[purpose] -= characters
      return true
    }
  }
}
