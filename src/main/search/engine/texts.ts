import { nameOf, splitName, type ContentPath } from '../../../common/content/paths'
import type { Reading } from '../../../common/search/reading'
import { alsoIn, BREAK, spellingsIn, wordsOf } from '../../../common/search/words'

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
