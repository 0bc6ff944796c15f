import { BREAK } from '../../../common/search/words'

/** What stands in one column, as the letter by which PostgreSQL tells columns. */
interface Column {
  readonly letter: 'A' | 'B' | 'C' | 'D'
  /** Words with blanks between; BREAK parts texts that no phrase goes over. */
  readonly words: string
}

/** As one text of PostgreSQL takes: places to 16383, 255 of them a word, a megabyte. */
const MOST = { place: 16_000, ofWord: 255, bytes: 400_000 } as const
/** Beyond these it ends with the next text that is over. */
const ENOUGH = { place: 12_000, ofWord: 127, bytes: 200_000 } as const

interface Vectors {
  /** As PostgreSQL reads a `tsvector`; no phrase goes from one to the next. */
  readonly parts: readonly string[]
  /** Words and breaks in all columns. */
  readonly tokens: number
  readonly distinct: ReadonlySet<string>
}

/** Words by their places, one column behind the other, with a gap between. */
export function vectorsOf(columns: readonly Column[]): Vectors {
  const parts: string[] = []
  const distinct = new Set<string>()
  let places = new Map<string, string[]>()
  let tokens = 0
  let [at, most, bytes] = [0, 0, 0]
  const isBeyond = (bound: typeof MOST | typeof ENOUGH) =>
    at >= bound.place || most >= bound.ofWord || bytes >= bound.bytes
  const end = () => {
    if (places.size > 0) parts.push([...places].map(([word, ats]) => `'${word}':${ats.join(',')}`).join(' '))
    places = new Map()
    ;[at, most, bytes] = [0, 0, 0]
  }
  for (const { letter, words } of columns) {
    at += 1
    for (const token of words.split(between)) {
      if (token === '') continue
      tokens += 1
      at += 1
      if (isBeyond(token === BREAK ? ENOUGH : MOST)) {
        end()
        at += 1
      }
      if (token === BREAK) continue
      distinct.add(token)
      const known = places.get(token)
      if (known) known.push(`${at}${letter}`)
      else places.set(token, [`${at}${letter}`])
      most = Math.max(most, known?.length ?? 1)
      bytes += known ? 4 : Buffer.byteLength(token) + 8
    }
  }
  end()
  return { parts, tokens, distinct }
}

/** As SQLite parts words: signs of ASCII that are neither letters nor digits stand between. */
const between = /[^0-9A-Za-z\u0080-\uffff]+/
