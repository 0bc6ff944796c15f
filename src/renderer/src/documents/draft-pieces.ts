import { differenceFrom, lengthOfParts, type TextParts } from '../../../common/text-parts'

/**
 * A text as the difference from a whole one that is kept beside it: `middle` stands between its first `head`
 * and its last `tail` characters.
 */
interface Piece {
  /** Which of the whole texts. */
  readonly of: number
  readonly head: number
  readonly tail: number
  readonly middle: string
}

/** A text in a record: itself where it is short, or a piece. */
export type PieceOfText = string | Piece

/** The whole texts that pieces stand for, by their numbers. */
export type WholeTexts = ReadonlyMap<number, string>

/** Characters up to which a text is written itself: a record of a few kilobytes costs what an empty one does. */
const SHORT = 4_096
/** Of a long text at most this part is written as a difference; what differs more is a whole text of its own. */
const MOST_DIFFERENT = 1 / 8
/** So many whole texts are kept for one draft; with the next one it begins anew. */
const MOST_WHOLE = 4

/** How some texts are to be written. */
export interface Cut {
  readonly pieces: readonly PieceOfText[]
  /** The whole texts that they are pieces of. */
  readonly whole: WholeTexts
  /** The numbers of those that are new. */
  readonly added: readonly number[]
  /** Whether all that was whole before is gone. */
  readonly anew: boolean
}

/**
 * Texts as differences from whole ones, so that what is written is about what was typed, and not all of a
 * large document (E1).
 * @param whole what is kept already
 */
export function cutTexts(texts: readonly TextParts[], whole: WholeTexts): Cut {
  const cut = cutFrom(texts, whole)
  const isMuch = cut.added.length > 0 && cut.whole.size > MOST_WHOLE
  return isMuch ? { ...cutFrom(texts, new Map()), anew: true } : cut
}

function cutFrom(texts: readonly TextParts[], before: WholeTexts): Cut {
  const whole = new Map(before)
  const added: number[] = []
  const pieces = texts.map((parts): PieceOfText => {
    const length = lengthOfParts(parts)
    if (length <= SHORT) return parts.join('')
    const near = nearest(parts, whole)
    if (near && near.middle.length <= length * MOST_DIFFERENT) return near
    const of = Math.max(-1, ...whole.keys()) + 1
    whole.set(of, parts.join(''))
    added.push(of)
    return { of, head: length, tail: 0, middle: '' }
  })
  return { pieces, whole, added, anew: false }
}

/** The text again; null when the whole one is not there. */
export function joinedText(piece: PieceOfText, whole: WholeTexts): string | null {
  if (typeof piece === 'string') return piece
  const text = whole.get(piece.of)
  if (text === undefined) return null
  return text.slice(0, piece.head) + piece.middle + text.slice(text.length - piece.tail)
}

function nearest(parts: TextParts, whole: WholeTexts): Piece | null {
  let best: Piece | null = null
  for (const [of, text] of whole) {
    const { head, tail, middle } = differenceFrom(text, parts)
    if (!best || middle.length < best.middle.length) best = { of, head, tail, middle }
  }
  return best
}
