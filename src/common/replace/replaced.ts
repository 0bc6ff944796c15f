import { lineStarts, placeIn } from '../checks/lines'
import type { ContentPath } from '../content/paths'
import { formatOfPath } from '../formats/files'
import { readBook, seemsSheets } from '../formats/sheet'
import { parseDocument } from '../formats/structured'
import { edited, type Edit } from '../publishing/html-edits'
import { inDocument } from './in-document'
import { jsonPieces } from './json-pieces'
import { matchesIn, type Match } from './find'
import { pagePieces } from './page-pieces'
import type { Cannot, ReplacePlace } from './answers'
import type { Container, Piece } from './piece'
import {
  MOST_TOLD,
  nothingReplaced,
  openGrowth,
  shownBy,
  wordsAround,
  type Replaced,
  type Replacing
} from './replacing'

/**
 * Replaces words in what a document says (RP1): never in its markup, its names or, unless that is asked for, its
 * addresses. What is written is escaped for its place, and read again: all that was not replaced says what it
 * said, or the place stays as it is and is told.
 * @throws GalleyError too-large · too-complex
 */
export function replacedIn(path: ContentPath, source: string, replacing: Replacing): Replaced {
  if (!mayHold(source, replacing)) return nothingReplaced
  const read = piecesOf(path, source)
  if (read === null) return inText(path, source, replacing)
  if (read === 'document') return inDocument(source, replacing)
  const { pieces } = read
  const starts = lineStarts(source)
  const places: ReplacePlace[] = []
  const cannot: Omit<Cannot, 'path'>[] = []
  const wanted: Wanted[] = []
  const grow = openGrowth(source)
  const except = new Set(replacing.except)
  let n = 0
  for (const [index, piece] of pieces.entries()) {
    if (piece.isAddress && !replacing.addresses) continue
    for (const match of matchesIn(piece.value, replacing.find, replacing.by)) {
      const stretch = stretchOf(piece, match)
      const told = toldOf(piece, match, starts)
      if (stretch === null) cannot.push({ ...told, why: 'parted' })
      else {
        if (places.length < MOST_TOLD) places.push({ ...told, n, by: shownBy(match.by) })
        if (!except.has(n)) {
          grow(match)
          wanted.push({ ...stretch, ...match, index, n })
        }
        n += 1
      }
    }
  }
  const { taken, text } = safely(path, source, read, wanted)
  const refused = new Set(wanted.filter((one) => !taken.includes(one)).map((one) => one.n))
  return {
    places: places.filter((place) => !refused.has(place.n)),
    more: n - places.length,
    cannot: [
      ...cannot,
      ...places.flatMap(({ n: own, by: _by, ...told }) =>
        refused.has(own) ? [{ ...told, why: 'unsafe' as const }] : []
      )
    ],
    breaks: [],
    count: taken.length,
    text: text === source ? null : text
  }
}

/**
 * Whether it is worth to be read: a word stands in the source as it is, unless signs of it are written as others,
 * or tags stand between them.
 */
function mayHold(source: string, { find: { hint } }: Replacing): boolean {
  if (hint === null || /[&\\]/.test(source)) return true
  const word = new RegExp(hint, 'iu')
  return word.test(source) || word.test(source.replace(/<[^>]*>/g, ''))
}

/** What is no document, or not read as one: what is found in it is told, and stays. */
function inText(path: ContentPath, source: string, { find }: Replacing): Replaced {
  const [first] = matchesIn(source, find, '')
  if (!first) return nothingReplaced
  const start = source.lastIndexOf('\n', first.start) + 1
  const end = source.indexOf('\n', first.end)
  const line = source.slice(start, end < 0 ? source.length : end)
  const words = wordsAround(line, first.start - start, first.end - start)
  const at = { kind: 'line' as const, ...placeIn(lineStarts(source), first.start) }
  return {
    ...nothingReplaced,
    cannot: [{ at, ...words, why: formatOfPath(path) === 'text' ? 'unversioned' : 'unsafe' }]
  }
}

/** Of what cannot be read as a document: whether what people read of it may hold what is looked for. It stays. */
export function unreadable(text: string, { find }: Pick<Replacing, 'find'>): Replaced {
  const [first] = matchesIn(text.replace(/<[^<>]*>/g, ''), find, '')
  return first ? { ...nothingReplaced, cannot: [{ why: 'unreadable' }] } : nothingReplaced
}

interface Reading {
  readonly pieces: readonly Piece[]
  /** All that must stay as it is. */
  readonly shape: string
}

/** Null: nothing in it can be replaced. */
function piecesOf(path: ContentPath, source: string): Reading | 'document' | null {
  switch (formatOfPath(path)) {
    case 'page':
      return 'document' in parseDocument(source) ? 'document' : pagePieces(source)
    case 'json': {
      const pieces = jsonPieces(source)
      const isSheet = seemsSheets(source) && 'book' in readBook(source)
      return pieces && { pieces, shape: isSheet ? 'sheet' : 'json' }
    }
    case 'text':
    case 'media':
      return null
  }
}

interface Wanted extends Match, Pick<Edit, 'start' | 'end'> {
  readonly from: number
  readonly to: number
  readonly container: Container
  /** Which piece it is in. */
  readonly index: number
  readonly n: number
}

/** Where a match stands in the source; null where it is not one stretch of it. */
function stretchOf(piece: Piece, { start, end }: Match) {
  for (let unit = start + 1; unit < end; unit += 1) if (piece.seams.has(unit)) return null
  const [from = -1, to = -1] = [piece.from[start], piece.to[end - 1]]
  if (from < 0 || to < 0) return null
  // a reference that stands for several signs is one
  const isInside =
    (start > 0 && piece.from[start - 1] === from) ||
    (end < piece.value.length && piece.from[end] === piece.from[end - 1])
  return isInside ? null : { from, to, container: piece.container }
}

function toldOf(piece: Piece, { start, end }: Match, starts: readonly number[]) {
  const first = piece.from.slice(start, end).find((offset) => offset >= 0)
  let before = start - 1
  while (before >= 0 && (piece.from[before] ?? -1) < 0) before -= 1
  return {
    at: { kind: 'line' as const, ...placeIn(starts, first ?? piece.from[before] ?? 0) },
    ...wordsAround(piece.value, start, end)
  }
}

/** Each is tried alone when all of them together do not read as they should; of more none is written then. */
const MOST_TRIED = 20

function safely(path: ContentPath, source: string, read: Reading, wanted: readonly Wanted[]) {
  if (wanted.length === 0) return { taken: [], text: source }
  const all = written(source, wanted)
  if (isRight(path, all, read, wanted)) return { taken: wanted, text: all }
  let [taken, text]: [Wanted[], string] = [[], source]
  if (wanted.length > MOST_TRIED) return { taken, text }
  for (const one of wanted) {
    const tried = written(source, [...taken, one])
    if (isRight(path, tried, read, [...taken, one])) [taken, text] = [[...taken, one], tried]
  }
  return { taken, text }
}

const written = (source: string, wanted: readonly Wanted[]) =>
  edited(
    source,
    wanted.map(({ from, to, by, container }) => ({
      start: from,
      end: to,
      text: escaped(by, container, source.slice(from, to))
    }))
  )

function isRight(path: ContentPath, text: string, before: Reading, wanted: readonly Wanted[]): boolean {
  const now = piecesOf(path, text)
  if (now === null || now === 'document' || now.shape !== before.shape) return false
  const byPiece = new Map<number, Wanted[]>()
  for (const one of wanted) byPiece.set(one.index, [...(byPiece.get(one.index) ?? []), one])
  const expected = before.pieces.map(({ value }, index) => withMatches(value, byPiece.get(index) ?? []))
  const values = now.pieces.map(({ value }) => value)
  return sameWords(expected, values)
}

const withMatches = (value: string, matches: readonly Match[]) =>
  edited(
    value,
    matches.map(({ start, end, by }) => ({ start, end, text: by }))
  )

/** What says nothing any more has no piece. */
function sameWords(expected: readonly string[], values: readonly string[]): boolean {
  const [one, other] = [expected, values].map((list) => list.filter((value) => value.trim() !== ''))
  return one?.length === other?.length && (one ?? []).every((value, at) => value === other?.[at])
}

function escaped(text: string, container: Container, before: string): string {
  if (container === 'json') {
    const inner = JSON.stringify(text).slice(1, -1)
    return before.includes('\\/') ? inner.replaceAll('/', '\\/') : inner
  }
  const special = { text: /[&<>]/g, quoted: /[&<>"']/g, bare: /[&<>"'`=\s]/g }[container]
  return text.replace(special, (sign) => names[sign] ?? `&#${sign.charCodeAt(0)};`)
}

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
