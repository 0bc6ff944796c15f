import type { Database } from 'node-sqlite3-wasm'
import type { WordsAtom } from '../../../common/search/question'
import { distanceOf } from '../../../common/search/slips'
import { BREAK } from '../../../common/search/words'

/** The distinct words of all documents, for middles of words and slips. */
export interface Vocabulary {
  /** Words that hold what is asked for and do not begin with it; none for less than three letters. */
  holding(atom: WordsAtom): readonly string[]
  /** Words that may be meant: one or two slips away, the nearest first. @param most so many are enough */
  near(word: string, most: number): readonly string[]
  /** Words of a document that came, with blanks between. */
  came(words: string): void
  /** While all documents are read for the first time, what is known of their words stays as it is. */
  rest(isOn: boolean): void
}

/** So many of them are asked for at once. */
const MOST_HOLDING = 500
/** Above so many, those of one document alone stay out of memory. */
const MANY = 400_000
/** So many that came are kept beside; with more, all are read again. */
const MOST_RECENT = 20_000

/** What goes with a document stays here until all are read again: whoever asks for it finds none. */
export function openVocabulary(db: Database): Vocabulary {
  // one string: a tenth of what as many strings would take
  let all: string | null = null
  const recent = new Set<string>()
  let isResting = false

  function words(): string {
    if (isResting) return all ?? ''
    if (all === null || recent.size > MOST_RECENT) {
      all = readAll(db)
      recent.clear()
    }
    return recent.size === 0 ? all : `${all}${[...recent].join('\n')}\n`
  }

  return {
    holding({ spellings }) {
      const [first] = spellings
      const wanted = first?.words.length === 1 ? (first.words[0] ?? '') : ''
      if (wanted.length < 3) return []
      const text = words()
      const found: string[] = []
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        const start = text.lastIndexOf('\n', at) + 1
        const end = text.indexOf('\n', at)
        if (start < at) found.push(text.slice(start, end))
        if (found.length >= MOST_HOLDING) break
        at = end
      }
      return found
    },
    near(word, enough) {
      if (word.length < 4) return []
      const most = word.length < 6 ? 1 : 2
      const found: { readonly word: string; readonly distance: number }[] = []
      for (const one of new Set(words().split('\n'))) {
        if (Math.abs(one.length - word.length) > most || one === word) continue
        const distance = distanceOf(one, word, most)
        if (distance <= most) found.push({ word: one, distance })
      }
      return found
        .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
        .slice(0, enough)
        .map((one) => one.word)
    },
    came(words) {
      // who reads them all reads these as well
      if (all === null || isResting || recent.size > MOST_RECENT) return
      for (const word of words.split(' ')) if (word !== BREAK) recent.add(word)
    },
    rest(isOn) {
      isResting = isOn
      if (!isOn) all = null
    }
  }
}

function readAll(db: Database): string {
  const statement = db.prepare('select term, doc from vocabulary')
  const parts: string[] = []
  const alone: string[] = []
  try {
    for (const { term, doc } of statement.iterate())
      if (term !== BREAK) (doc === 1 ? alone : parts).push(String(term))
  } finally {
    statement.finalize()
  }
  return `\n${[...parts, ...(parts.length + alone.length > MANY ? [] : alone)].join('\n')}\n`
}
