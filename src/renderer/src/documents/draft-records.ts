import { cutTexts, joinedText, type Cut, type PieceOfText, type WholeTexts } from './draft-pieces'
import type { Draft, DraftInParts } from './drafts'

type Texts = 'text' | 'baseText' | 'sending' | 'sent'

/** A draft as it is written: of what is long only the difference from a whole text that lies beside it. */
export interface DraftRecord extends Omit<Draft, Texts> {
  readonly text: PieceOfText
  readonly baseText: PieceOfText
  readonly sending: PieceOfText | null
  readonly sent?: readonly PieceOfText[] | undefined
}

/** @param whole what lies beside the last record of its session */
export function recordOf(draft: DraftInParts, whole: WholeTexts): { record: DraftRecord; cut: Cut } {
  const { parts, baseText, sending, sent, ...rest } = draft
  const onTheWay = sending === null ? [] : [sending]
  const others = [baseText, ...onTheWay, ...(sent ?? [])].map((text) => [text])
  const cut = cutTexts([parts, ...others], whole)
  const [textPiece = '', basePiece = baseText, ...sentPieces] = cut.pieces
  const record = {
    ...rest,
    text: textPiece,
    baseText: basePiece,
    sending: sending === null ? null : (sentPieces[0] ?? sending),
    ...(sent && { sent: sentPieces.slice(onTheWay.length) })
  }
  return { record, cut }
}

/** The draft again; null when a whole text is missing, which the transactions never leave. */
export function draftOf(record: DraftRecord, whole: WholeTexts): Draft | null {
  const { text, baseText, sending, sent, ...rest } = record
  const joined = (piece: PieceOfText) => joinedText(piece, whole)
  const all = {
    text: joined(text),
    baseText: joined(baseText),
    sending: sending === null ? '' : joined(sending),
    sent: (sent ?? []).map(joined)
  }
  const sentTexts = all.sent.filter((one) => one !== null)
  if (all.text === null || all.baseText === null || all.sending === null) return null
  if (sentTexts.length < all.sent.length) return null
  return {
    ...rest,
    text: all.text,
    baseText: all.baseText,
    sending: sending === null ? null : all.sending,
    ...(sent && { sent: sentTexts })
  }
}
