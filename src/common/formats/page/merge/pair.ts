import { pairAlike } from '../../core/alike'
import { pairByPlace, unmatched } from '../../core/gaps'
import { commonSequence, pairedByOccurrence } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import { wordsOf } from '../../text/words-of-text'
import type { Keyed } from '../../core/keyed'
import { sourceOf, type Piece } from './piece'

interface KeyedPieces {
  readonly base: Keyed<Piece>
  readonly local: Keyed<Piece>
  readonly remote: Keyed<Piece>
}

type Pieces = readonly Piece[]

/**
 * Keys by which the elements of three lists are found again: those of the base are numbered; what came on one
 * side has a key of its own, what came equally on both sides one that they share.
 */
export function keyPieces(base: Pieces, local: Pieces, remote: Pieces, stop: Stop): KeyedPieces {
  const known = new Map<string, number>()
  const keysL = keysFrom(base, local, known, stop)
  const keysR = keysFrom(base, remote, known, stop)
  const came = new Map<string, number[]>()
  remote.forEach((piece, at) => {
    if (keysR[at] === null) came.set(sourceOf(piece), [...(came.get(sourceOf(piece)) ?? []), at])
  })
  local.forEach((piece, at) => {
    if (keysL[at] !== null) return
    const twin = came.get(sourceOf(piece))?.shift()
    keysL[at] = twin === undefined ? `l${at}` : `b${at}`
    if (twin !== undefined) keysR[twin] = `b${at}`
  })
  const keyed = (pieces: Pieces, keys: readonly (string | null)[], side: string) =>
    new Map(pieces.map((piece, at) => [keys[at] ?? `${side}${at}`, piece]))
  return { base: keyed(base, [], ''), local: keyed(local, keysL, 'l'), remote: keyed(remote, keysR, 'r') }
}

function keysFrom(base: Pieces, side: Pieces, known: Map<string, number>, stop: Stop): (string | null)[] {
  const numbered = (pieces: Pieces) => pieces.map((piece) => numberOf(known, `\u0001${sourceOf(piece)}`))
  const [a, b] = [numbered(base), numbered(side)]
  const partners = commonSequence(a, b, stop)
  const free = unmatched(partners, side.length)
  const again = pairedByOccurrence(
    free.a.map((at) => a[at] ?? -1),
    free.b.map((at) => b[at] ?? -1)
  )
  free.a.forEach((at, index) => {
    const other = again[index] ?? -1
    if (other >= 0) partners[at] = free.b[other] ?? -1
  })
  const left = unmatched(partners, side.length)
  const sameKind = (at: number, other: number) =>
    base[at]?.tag === side[other]?.tag && base[at]?.name === side[other]?.name
  const marks = (pieces: Pieces) => (at: number) => {
    const piece = pieces[at]
    const words = piece ? wordsOf(sourceOf(piece)).filter((word) => word.trim() !== '') : []
    return [piece?.tag ?? '', ...words].map((word) => numberOf(known, word))
  }
  const ask = { ...left, featuresOfA: marks(base), featuresOfB: marks(side), atLeast: 0.4 }
  for (const [at, other] of pairAlike(ask, stop)) if (sameKind(at, other)) partners[at] = other
  pairByPlace(partners, side.length, sameKind)
  const keys: (string | null)[] = side.map(() => null)
  partners.forEach((other, at) => {
    if (other >= 0) keys[other] = String(at)
  })
  return keys
}

function numberOf(known: Map<string, number>, text: string): number {
  const number = known.get(text) ?? known.size
  known.set(text, number)
  return number
}
