import { alsoIn, wordsOf, type Word } from './words'

/** Words that must stand side by side, in this order. */
export interface Spelling {
  readonly words: readonly string[]
  /** The last of them may go on. */
  readonly isOpen: boolean
}

/**
 * The ways in which what was typed may be written: as it is, its pieces as one word, and `ae`, `oe`, `ue` as
 * people write ä, ö, ü without them.
 * @param isBeginning more may be typed
 */
export function spellingsOf(text: string, isBeginning: boolean): Spelling[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const found = [spelling(words, isBeginning)]
  const joined = alsoIn(text).filter(
    ({ start, end }) => start === words[0]?.start && end === words.at(-1)?.end
  )
  if (words.length > 1) for (const { word } of joined) found.push({ words: [word], isOpen: isBeginning })
  const plain = found.map(({ words: signs, isOpen }) => ({ words: signs.map(withoutUmlauts), isOpen }))
  const seen = new Set<string>()
  return [...found, ...plain].filter((one) => {
    const key = JSON.stringify(one)
    return seen.has(key) ? false : seen.add(key)
  })
}

/** The pair before a `last` sign holds that sign: it may go on in the text that is looked through. */
function spelling(words: readonly Word[], isBeginning: boolean): Spelling {
  const last = words.at(-1)
  const before = words.at(-2)
  if (last?.of === 'last') {
    const isAlone = before?.of !== 'pair' || before.end !== last.end
    return isAlone
      ? { words: words.map(({ word }) => word), isOpen: true }
      : { words: words.slice(0, -1).map(({ word }) => word), isOpen: false }
  }
  return { words: words.map(({ word }) => word), isOpen: isBeginning }
}

const withoutUmlauts = (word: string) => word.replace(/([aou])e/g, '$1')
