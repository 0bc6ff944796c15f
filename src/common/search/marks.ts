import type { Question, WordsAtom } from './question'
import type { Spelling } from './spellings'
import { alsoIn, spellingsIn, wordsOf, type Word } from './words'

/** A stretch of a text, in UTF-16 units. */
export type Mark = readonly [start: number, end: number]

/** What is to be marked of a question: every word that is asked for, not what is to be absent. */
export const wantedOf = (question: Question): readonly WordsAtom[] =>
  question.clauses.flatMap((clause) =>
    clause.flatMap(({ not, atom }) => {
      return !not && atom.kind === 'words' ? [atom] : []
    })
  )

/**
 * Where a text holds what is asked for: whole words, in order, none within another.
 * @param within also words that only hold what is asked for somewhere
 */
export function marksIn(text: string, wanted: readonly WordsAtom[], within = false): Mark[] {
  if (!mayHold(text, wanted, within)) return []
  const words = wordsOf(text)
  const also = alsoIn(text)
  const found: Mark[] = []
  for (const { spellings } of wanted)
    for (const spelling of spellings) {
      found.push(...side(words, spelling, within))
      const [only] = spelling.words
      if (only !== undefined && spelling.words.length === 1)
        for (const { word, start, end } of also)
          if (isIt(word, only, spelling.isOpen, within)) found.push([start, end])
    }
  return merged(found)
}

/** Most texts of a file say nothing of what is asked for: these are passed over without the places of their words. */
function mayHold(text: string, wanted: readonly WordsAtom[], within: boolean): boolean {
  const spellings = wanted.flatMap((atom) => atom.spellings)
  let found = false
  const look = (word: string, isAlone: boolean) => {
    if (found) return
    for (const { words, isOpen } of spellings) {
      const [first] = words
      if (first === undefined) continue
      if (words.length > 1 ? !isAlone && word === first : isIt(word, first, isOpen, within)) {
        found = true
        return
      }
    }
  }
  spellingsIn(
    text,
    (word) => look(word, false),
    (word) => look(word, true)
  )
  return found
}

function side(words: readonly Word[], { words: wanted, isOpen }: Spelling, within: boolean): Mark[] {
  const [first = ''] = wanted
  const last = wanted.length - 1
  const found: Mark[] = []
  for (const [at, { word, start }] of words.entries()) {
    if (last > 0 ? word !== first : !isIt(word, first, isOpen, within)) continue
    const fits = wanted.every((one, index) => {
      const there = words[at + index]?.word
      return there !== undefined && (index === last ? isIt(there, one, isOpen, within) : there === one)
    })
    const end = words[at + last]?.end
    if (fits && end !== undefined) found.push([start, end])
  }
  return found
}

const isIt = (word: string, wanted: string, isOpen: boolean, within: boolean) =>
  word === wanted || (isOpen && word.startsWith(wanted)) || (within && word.includes(wanted))

function merged(marks: Mark[]): Mark[] {
  const sorted = marks.sort(([a, b], [c, d]) => a - c || d - b)
  const found: Mark[] = []
  for (const [start, end] of sorted) {
    const last = found.at(-1)
    if (last && start < last[1]) found[found.length - 1] = [last[0], Math.max(last[1], end)]
    else found.push([start, end])
  }
  return found
}
