import { foldSign } from './fold'
import { isSeam } from './seams'

/** A word, as it is compared, and where it stands in its text. */
export interface Word {
  /** Folded; 64 signs at most. */
  readonly word: string
  /** UTF-16 units of the text. */
  readonly start: number
  readonly end: number
  /** Of a script without blanks: `pair` of signs, or the `last` sign of its stretch. */
  readonly of?: 'pair' | 'last'
}

/** What is taken of one word. */
export const LONGEST_WORD = 64

/** Stands between two blocks of a text, so that no phrase goes over it. */
export const BREAK = '¶'

/**
 * The words of a text, in its order, the same for what is kept, what is asked and what is marked (FI1).
 * Stretches of a script that is written without blanks are taken as pairs of signs, and their last sign.
 */
export function wordsOf(text: string): Word[] {
  const found: Word[] = []
  eachStretch(text, ({ words }, from) => {
    for (const word of words) found.push(from === 0 ? word : moved(word, from))
  })
  return found
}

/**
 * Further spellings of what stands in a text: pieces with one sign between them as one word (`e-mail`,
 * `email`), and the parts of one that is written together (`dataPointer`, `A4`).
 */
export function alsoIn(text: string): Word[] {
  const found: Word[] = []
  let chain: Word[] = []
  const endChain = () => {
    const joined = joinedOf(chain)
    if (joined) found.push(joined)
    chain = []
  }
  eachStretch(text, ({ words, parts, isDense }, from) => {
    for (const part of parts) found.push(moved(part, from))
    const [first] = words
    if (isDense || !first) return endChain()
    const last = chain.at(-1)
    if (!last || !isJoined(text, last.end, first.start + from)) endChain()
    chain.push(moved(first, from))
  })
  endChain()
  return found
}

/**
 * Both of a text at once, without their places, for what needs none.
 * @param takeWord told its words, in their order
 * @param takeAlso told its further spellings, one as often as it is there
 */
export function spellingsIn(
  text: string,
  takeWord: (word: string) => void,
  takeAlso: (word: string) => void
): void {
  let chain: string[] = []
  let end = -1
  const endChain = () => {
    if (chain.length > 1) takeAlso(joinedWord(chain))
    if (chain.length > 0) chain = []
  }
  const link = (word: string, from: number, to: number) => {
    if (chain.length > 0 && !isJoined(text, end, from)) endChain()
    chain.push(word)
    end = to
  }
  const takePlain = (word: string, from: number, to: number) => {
    takeWord(word)
    link(word, from, to)
  }
  const take = ({ words: its, parts, isDense }: Stretch, from: number) => {
    for (const { word } of its) takeWord(word)
    for (const { word } of parts) takeAlso(word)
    const [first] = its
    if (isDense || !first) endChain()
    else link(first.word, first.start + from, first.end + from)
  }
  eachRun(text, takePlain, take)
  endChain()
}

/** Signs without anything between them that is no letter, all of a script with blanks, or none. */
interface Stretch {
  /** One word of a script with blanks; else its pairs. Places are those in what was looked at. */
  readonly words: readonly Word[]
  readonly parts: readonly Word[]
  readonly isDense: boolean
}

const moved = (word: Word, by: number): Word => ({ ...word, start: word.start + by, end: word.end + by })

function eachStretch(text: string, take: (stretch: Stretch, from: number) => void): void {
  eachRun(
    text,
    (word, start, end) =>
      take({ words: [{ word, start: 0, end: end - start }], parts: [], isDense: false }, start),
    take
  )
}

/** @param takePlain told small letters of ASCII, which are their own word: most are, and cost nothing more */
function eachRun(
  text: string,
  takePlain: (word: string, start: number, end: number) => void,
  take: (stretch: Stretch, from: number) => void
): void {
  let end = 0
  for (let index = 0; index < text.length; index = end + 1) {
    end = index
    let isPlain = true
    for (let code = text.charCodeAt(end); isPartOfRun(code); code = text.charCodeAt(end)) {
      isPlain &&= code >= 97 && code <= 122
      end += 1
    }
    if (end === index) continue
    const run = text.slice(index, end)
    if (isPlain) {
      takePlain(cut(run), index, end)
      continue
    }
    const known = stretches.get(run)
    if (known) {
      for (const one of known) take(one, index)
      continue
    }
    const found = stretchesIn(run)
    for (const one of found) take(one, index)
    if (run.length > LONGEST_KNOWN) continue
    if (stretches.size >= MOST_KNOWN) stretches.clear()
    stretches.set(run, found)
  }
}

/** Letters and digits of ASCII, and all beyond it; not what charCodeAt says behind the end. */
const isPartOfRun = (code: number): boolean =>
  code >= 128 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/** A language has few words, and they are read again and again. */
const stretches = new Map<string, readonly Stretch[]>()
const MOST_KNOWN = 30_000
const LONGEST_KNOWN = 40

interface Sign {
  readonly text: string
  readonly start: number
  readonly end: number
}

function stretchesIn(run: string): Stretch[] {
  const found: Stretch[] = []
  let signs: Sign[] = []
  let isDense = false
  const end = () => {
    if (signs.length > 0) found.push(stretchOf(signs, isDense, run))
    signs = []
  }
  let at = 0
  for (const sign of run) {
    const start = at
    at += sign.length
    const { text, kind } = readSign(sign)
    const before = signs.at(-1)
    if (kind === 'between') end()
    // an accent, or a joiner, belongs to the sign before it
    else if (kind === 'accent') {
      if (before) signs[signs.length - 1] = { ...before, end: at }
    } else if (kind === 'mark' && before)
      signs[signs.length - 1] = { text: before.text + text, start: before.start, end: at }
    else {
      if ((kind === 'dense') !== isDense) end()
      isDense = kind === 'dense'
      signs.push({ text, start, end: at })
    }
  }
  end()
  return found
}

interface ReadSign {
  readonly text: string
  readonly kind: 'letter' | 'mark' | 'dense' | 'accent' | 'between'
}

const signsRead = new Map<string, ReadSign>()

function readSign(sign: string): ReadSign {
  const known = signsRead.get(sign)
  if (known) return known
  const text = foldSign(sign)
  const read: ReadSign = { text, kind: kindOf(text) }
  if (signsRead.size < MOST_KNOWN) signsRead.set(sign, read)
  return read
}

function kindOf(folded: string): ReadSign['kind'] {
  if (folded === '') return 'accent'
  if (DENSE.test(folded)) return 'dense'
  if (/^\p{M}/u.test(folded)) return 'mark'
  return /^[\p{L}\p{N}]/u.test(folded) ? 'letter' : 'between'
}

/** Scripts that are written without blanks, and pictures. */
const DENSE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Yi}\p{So}ー々〆](?<!\p{M})/u

function stretchOf(signs: readonly Sign[], isDense: boolean, run: string): Stretch {
  if (isDense) return { words: pairsOf(signs), parts: [], isDense }
  return { words: [wordOf(signs, 0, signs.length)], parts: partsOf(signs, run), isDense }
}

function wordOf(signs: readonly Sign[], from: number, to: number): Word {
  const word = signs.slice(from, to).map(({ text }) => text)
  // what is taken apart, or was written so, is one sign again: か does not begin が
  return {
    word: cut(word.join('').normalize('NFC')),
    start: signs[from]?.start ?? 0,
    end: signs[to - 1]?.end ?? 0
  }
}

const pairsOf = (signs: readonly Sign[]): Word[] =>
  signs.map((_, at) =>
    at + 1 < signs.length
      ? { ...wordOf(signs, at, at + 2), of: 'pair' }
      : { ...wordOf(signs, at, at + 1), of: 'last' }
  )

/** `dataPointer` → data, pointer; `A4` → a, 4. */
function partsOf(signs: readonly Sign[], run: string): Word[] {
  if (signs.length > LONGEST_WORD) return []
  const found: Word[] = []
  const written = (at: number) => run.slice(signs[at]?.start, signs[at]?.end)
  let from = 0
  for (let at = 1; at < signs.length; at += 1) {
    if (!isSeam(written(at - 1), written(at), at + 1 < signs.length ? written(at + 1) : '')) continue
    found.push(wordOf(signs, from, at))
    from = at
  }
  if (from > 0) found.push(wordOf(signs, from, signs.length))
  return found
}

const isJoined = (text: string, from: number, to: number): boolean =>
  to - from === 1 && joiners.has(text[from] ?? '')

const joiners: ReadonlySet<string> = new Set("-_.'’‘‐‑–·:&+/@")

function joinedOf(chain: readonly Word[]): Word | null {
  const [first] = chain
  const last = chain.at(-1)
  if (!first || !last || chain.length < 2) return null
  return { word: joinedWord(chain.map(({ word }) => word)), start: first.start, end: last.end }
}

/** Of a chain that never ends only the beginning is one word. */
function joinedWord(chain: readonly string[]): string {
  let word = ''
  for (const one of chain) {
    if (word.length >= LONGEST_WORD) break
    word += one
  }
  return cut(word)
}

/** Whole signs only. */
function cut(word: string): string {
  if (word.length <= LONGEST_WORD) return word
  const short = word.slice(0, LONGEST_WORD)
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short
}
