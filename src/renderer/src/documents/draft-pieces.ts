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
export function cutTexts(texts: readonly string[], whole: WholeTexts): Cut {
  const cut = cutFrom(texts, whole)
  const isMuch = cut.added.length > 0 && cut.whole.size > MOST_WHOLE
  return isMuch ? { ...cutFrom(texts, new Map()), anew: true } : cut
}

function cutFrom(texts: readonly string[], before: WholeTexts): Cut {
  const whole = new Map(before)
  const added: number[] = []
  const pieces = texts.map((text): PieceOfText => {
    if (text.length <= SHORT) return text
    const near = nearest(text, whole)
    if (near && near.middle.length <= text.length * MOST_DIFFERENT) return near
    const of = Math.max(-1, ...whole.keys()) + 1
    whole.set(of, text)
    added.push(of)
    return { of, head: text.length, tail: 0, middle: '' }
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

function nearest(text: string, whole: WholeTexts): Piece | null {
  let best: Piece | null = null
  for (const [of, from] of whole) {
    const piece = difference(text, from, of)
    if (!best || piece.middle.length < best.middle.length) best = piece
  }
  return best
}

function difference(text: string, from: string, of: number): Piece {
  const shorter = Math.min(text.length, from.length)
  const head = longest(shorter, (start, end) => text.slice(start, end) === from.slice(start, end))
  const tail = longest(
    shorter - head,
    (start, end) =>
      text.slice(text.length - end, text.length - start) ===
      from.slice(from.length - end, from.length - start)
  )
  return { of, head, tail, middle: text.slice(head, text.length - tail) }
}

/**
 * How many signs from one end are the same: by halves, because whole stretches are compared a hundred times
 * faster than signs.
 * @param same whether the stretch between two distances from that end is
 */
function longest(most: number, same: (start: number, end: number) => boolean): number {
  let known = 0
  let open = most
  while (known < open) {
    const middle = known + Math.ceil((open - known) / 2)
    if (same(known, middle)) known = middle
    else open = middle - 1
  }
  return known
}
