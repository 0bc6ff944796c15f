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
  /** Documents came or went. */
  changed(): void
}

/** So many of them are asked for at once. */
const MOST_HOLDING = 500
/** Above so many, those of one document alone stay out of memory. */
const MANY = 400_000
/** Reading them all takes a while: it may take a twentieth of the time, and what came since waits. */
const REST = 20

export function openVocabulary(db: Database): Vocabulary {
  // one string: a tenth of what as many strings would take
  let all = ''
  let readAgainAt = -Infinity
  let isOld = true

  function words(): string {
    const began = performance.now()
    if (!isOld || began < readAgainAt) return all
    const count = Number(db.get('select count(*) as count from vocabulary')?.['count'] ?? 0)
    const least = count > MANY ? 2 : 1
    const statement = db.prepare('select term from vocabulary where doc >= ?')
    const parts: string[] = []
    try {
      for (const { term } of statement.iterate([least])) if (term !== BREAK) parts.push(String(term))
    } finally {
      statement.finalize()
    }
    all = `\n${parts.join('\n')}\n`
    readAgainAt = performance.now() + (performance.now() - began) * REST
    isOld = false
    return all
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
      for (const one of words().split('\n')) {
        if (Math.abs(one.length - word.length) > most || one === word) continue
        const distance = distanceOf(one, word, most)
        if (distance <= most) found.push({ word: one, distance })
      }
      return found
        .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
        .slice(0, enough)
        .map((one) => one.word)
    },
    changed() {
      isOld = true
    }
  }
}
