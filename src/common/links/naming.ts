import { isWithin, orgOf, contentPath, siteOf, splitName, nameOf, type ContentPath } from '../content/paths'
import { jsonTexts } from '../json/texts'
import { stringAt } from '../json/pieces'
import { edited } from '../publishing/html-edits'
import type { Move } from './moved'

/** How a config says the place of something that moves. */
interface Saying {
  readonly before: string
  /** After the move; null where the config cannot say that. */
  readonly after: string | null
}

/**
 * How the config of an organization or a site says a place: below what it is of, whole, and of a page without its
 * extension. The longest first.
 */
export function sayingsOf(scope: ContentPath, { from, to }: Move): readonly Saying[] {
  const below = (path: ContentPath) => (isWithin(path, scope) ? path.slice(scope.length) : null)
  const plain = (path: string | null) => (path?.endsWith('.html') ? path.slice(0, -'.html'.length) : null)
  const found = [
    { before: from, after: to },
    { before: below(from), after: below(to) },
    { before: plain(below(from)), after: plain(below(to)) }
  ]
  return found
    .flatMap(({ before, after }) => (before ? [{ before, after }] : []))
    .sort((a, b) => b.before.length - a.before.length)
}

/** Whether a text names a place, or something below it. */
export function isNamed(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at >= 0; at = text.indexOf(place, at + 1))
    if (begins(text, at) && /^$|[\s/*?,;=+.]/.test(text.charAt(at + place.length))) return true
  return false
}

/**
 * The text of a config in which what moved is named by its new place: values alone, and only where they name just that,
 * or something in a folder that moved. Null where nothing changes.
 * @param text valid JSON
 */
export function renamedInConfig(text: string, scope: ContentPath, moves: readonly Move[]): string | null {
  const edits = [...jsonTexts(text)].flatMap(({ from, to }) => {
    const value = stringAt(text, from, to)
    const next = moves.reduce((said, move) => renamedIn(said, scope, move), value)
    return next === value ? [] : [{ start: from, end: to, text: JSON.stringify(next) }]
  })
  return edits.length === 0 ? null : edited(text, edits)
}

function renamedIn(text: string, scope: ContentPath, move: Move): string {
  const sayings = sayingsOf(scope, move)
  const isFolder = splitName(nameOf(move.from)).ext === ''
  // a page and a folder may be called alike: what is below one is not in the other
  const ends = isFolder ? /^$|[\s/*?,;=+]/ : /^$|[\s?,;=]/
  let result = ''
  for (let at = 0; at < text.length;) {
    const found = begins(text, at)
      ? sayings.find(
          ({ before }) => text.startsWith(before, at) && ends.test(text.charAt(at + before.length))
        )
      : undefined
    result += found ? (found.after ?? found.before) : text.charAt(at)
    at += found ? found.before.length : 1
  }
  return result
}

const begins = (text: string, at: number) => !/[\w./-]/.test(text.charAt(at - 1))

/** The configs that may name what moves. */
export const configsNaming = (moves: readonly Move[]): ContentPath[] => [
  ...new Set(moves.flatMap(({ from }) => [contentPath(`/${orgOf(from)}`), siteOf(from)]))
]
