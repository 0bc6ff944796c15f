import { contentPath, nameOf, splitName, type ContentPath } from '../content/paths'
import { formatOfPath } from '../formats/files'
import { readForSearch, searchKindOf, type Reading } from './reading'
import { alsoIn, BREAK, spellingsIn, wordsOf } from './words'

/** What of a file is written into the tables of words. */
interface Texts {
  readonly title: string
  readonly names: string
  readonly tags: string
  readonly heads: string
  readonly body: string
  readonly data: string
  readonly also: string
  readonly isCut: boolean
}

/** A file as it is read for the search. */
export interface FileForTexts {
  /** That of a config is the name `.config` below what it is of. */
  readonly path: ContentPath
  readonly isConfig: boolean
  /** Null: it is found by its name alone. */
  readonly bytes: Uint8Array | null
}

/** All that is kept of a file, to be found by it. */
export interface FileTexts extends Texts {
  readonly kind: Reading['kind'] | 'config'
  /** What it calls itself, in up to 300 signs. */
  readonly shownTitle: string
}

/** What is kept of a file that is there. */
export function textsOfFile({ path, isConfig, bytes }: FileForTexts): FileTexts {
  const reading = readingOf({ path, isConfig, bytes })
  return {
    ...textsOf(path, reading),
    kind: isConfig ? 'config' : reading.kind,
    shownTitle: shownTitle(reading)
  }
}

export const shownTitle = ({ title }: Pick<Reading, 'title'>): string => title.slice(0, 300)

/** What a file that is there says. */
export function readingOf({ path, isConfig, bytes }: FileForTexts): Reading {
  const read = isConfig ? contentPath(`${path}.json`) : path
  return bytes === null || formatOfPath(read) === 'media'
    ? saysNothing(read)
    : readForSearch(read, new TextDecoder().decode(bytes), false)
}

/** Of a file that is known by its name alone. */
export const saysNothing = (path: ContentPath): Reading => ({
  kind: searchKindOf(path),
  title: '',
  tags: [],
  units: [],
  isCut: false
})

/** Words of one document; the rest is not found, which is told. */
const MOST_WORDS = 200_000

/**
 * The words of a file by the column that they are kept in; those of its name and tags count anywhere.
 * @param path null: its name does not count
 */
export function textsOf(
  path: ContentPath | null,
  { title, tags, units }: Omit<Reading, 'kind' | 'isCut'>
): Texts {
  const counted = { left: MOST_WORDS }
  const name = path === null ? '' : nameOf(path)
  const columns = { head: [title], body: new Array<string>(), data: new Array<string>() }
  for (const { role, text } of units) columns[role].push(text)
  const also = new Set<string>()
  const column = (texts: readonly string[]) => joined(texts, counted, also)
  const titleWords = column([title])
  const names = column([name])
  const tagWords = column(tags)
  const [heads, body, data] = [column(columns.head), column(columns.body), column(columns.data)]
  for (const text of [splitName(name).name, ...tags]) for (const { word } of wordsOf(text)) also.add(word)
  return {
    title: withAlso(titleWords, [title]),
    names: withAlso(names, [splitName(name).name]),
    tags: withAlso(tagWords, tags),
    heads,
    body,
    data,
    also: [...also].join(' '),
    isCut: counted.left <= 0
  }
}

function joined(texts: readonly string[], counted: { left: number }, also: Set<string>): string {
  const parts: string[] = []
  for (const text of texts) {
    if (counted.left <= 0) break
    const before = parts.length
    if (before > 0) parts.push(BREAK)
    const from = parts.length
    spellingsIn(
      text,
      (word) => parts.push(word),
      (word) => also.add(word)
    )
    const words = parts.length - from
    if (words === 0) parts.length = before
    else if (words > counted.left) parts.length = from + counted.left
    counted.left -= words
  }
  return parts.join(' ')
}

function withAlso(words: string, texts: readonly string[]): string {
  const also = texts.flatMap(alsoIn).map(({ word }) => word)
  return also.length === 0 ? words : [words, BREAK, ...also].join(' ')
}
