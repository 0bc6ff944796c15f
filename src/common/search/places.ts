import type { ContentPath } from '../content/paths'
import type { SearchFound } from './answer'
import { marksIn, type Mark } from './marks'
import type { WordsAtom } from './question'
import { readForSearch, type Reading } from './reading'

/** How exactly words must be as they were typed. */
interface Exactness {
  /** Capitals count. */
  readonly case: boolean
  /** Whole words alone. */
  readonly word: boolean
}

export interface Wanted extends Exactness {
  readonly words: readonly WordsAtom[]
  /** Also where a word only holds what is asked for. */
  readonly within: boolean
}

/** Of one file so many places are told. */
export const MOST_PLACES = 20
/** Signs around what was found. */
const AROUND = 160
const BEFORE = 50

/** Where a file holds what is asked for, with the words around, from the file as it is. */
export const placesIn = (path: ContentPath, text: string, wanted: Wanted): Places =>
  placesAmong(readForSearch(path, text, true).units, wanted)

export interface Places {
  readonly places: SearchFound[]
  readonly more: number
}

/** The same in what was read of it already. */
export function placesAmong(units: Reading['units'], wanted: Wanted): Places {
  const places: SearchFound[] = []
  let more = 0
  for (const unit of units) {
    const marks = wantedIn(unit.text, wanted)
    if (marks.length === 0) continue
    if (places.length < MOST_PLACES) places.push({ at: unit.at, ...aroundMarks(unit.text, marks) })
    else more += 1
  }
  return { places, more }
}

/** The marks of a text that are as exact as they are wanted. */
function wantedIn(text: string, { words, within, ...exact }: Wanted): Mark[] {
  if (!exact.case && !exact.word) return marksIn(text, words, within)
  const found = words.flatMap((atom) =>
    marksIn(text, [exact.word ? closed(atom) : atom], within && !exact.word).filter(
      ([start, end]) => !exact.case || text.slice(start, end).includes(bare(atom.text))
    )
  )
  return found.sort(([a], [b]) => a - b)
}

const closed = (atom: WordsAtom): WordsAtom => ({
  ...atom,
  spellings: atom.spellings.map((one) => ({ ...one, isOpen: false }))
})

/** Without signs around it that are no part of a word. */
const bare = (text: string) => text.normalize('NFC').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '')

/** A long text, cut around its first mark between whole signs. */
export function aroundMarks(text: string, marks: readonly Mark[]): Pick<SearchFound, 'text' | 'marks'> {
  const [first] = marks
  if (text.length <= AROUND || !first) return { text, marks: marks.map(([start, end]) => [start, end]) }
  let start = Math.max(0, first[0] - BEFORE)
  if (start > 0) {
    const blank = text.indexOf(' ', start)
    if (blank >= 0 && blank < first[0]) start = blank + 1
    else if (/[\udc00-\udfff]/.test(text[start] ?? '')) start += 1
  }
  let end = Math.min(text.length, Math.max(start + AROUND, first[1]), start + 4 * AROUND)
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1
  const lead = start > 0 ? '…' : ''
  const by = lead.length - start
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    marks: marks.flatMap(([from, to]): [number, number][] =>
      from >= start && from < end ? [[from + by, Math.min(to, end) + by]] : []
    )
  }
}
