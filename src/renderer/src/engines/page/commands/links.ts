import type { Mark } from 'prosemirror-model'
import { Selection, type Command, type EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { link } = pageSchema.marks

/** A stretch of a line, and where it leads; empty where it leads nowhere yet. */
interface LinkRange {
  readonly from: number
  readonly to: number
  readonly href: string
}

/**
 * The whole link that the caret is in, or that is chosen, or the chosen words; null where nothing can be a
 * link.
 */
export function linkRange({ selection, doc }: EditorState): LinkRange | null {
  const { $from, $to, from, to, empty } = selection
  if (!$from.sameParent($to) || !$from.parent.inlineContent || $from.parent.type.spec.code) return null
  // also at its ends, where what is typed would stand beside it
  const beside = empty ? [$from.nodeBefore, $from.nodeAfter] : [doc.nodeAt(from)]
  const mark = beside.map((node) => node && link.isInSet(node.marks)).find((one) => one)
  if (!mark) return empty ? null : { from, to, href: '' }
  const around = linkAround(selection, mark)
  if (empty) return around
  // words beyond the link are chosen too
  return around.from <= from && around.to >= to ? around : { from, to, href: around.href }
}

/** As far as the mark goes on around a place. */
function linkAround({ $from, from }: Selection, mark: Mark): LinkRange {
  const spans: { from: number; to: number }[] = []
  $from.parent.forEach((child, offset) => {
    const start = $from.start() + offset
    const last = spans.at(-1)
    if (!mark.isInSet(child.marks)) return
    if (last?.to === start) last.to = start + child.nodeSize
    else spans.push({ from: start, to: start + child.nodeSize })
  })
  const span = spans.find((one) => one.from <= from && one.to >= from) ?? { from, to: from }
  return { ...span, href: String(mark.attrs['href']) }
}

/**
 * The words of a stretch; null where it holds something that is no text, such as a picture, and that words
 * cannot take the place of.
 */
export function wordsOfRange({ doc }: EditorState, { from, to }: LinkRange): string | null {
  let isText = true
  doc.nodesBetween(from, to, (node) => {
    if (node.isLeaf && !node.isText) isText = false
  })
  return isText ? doc.textBetween(from, to) : null
}

/**
 * What of a link was asked for: where it leads, and the words that stand there; the same ones keep their
 * formatting.
 */
export interface LinkRequest {
  readonly href: string
  readonly text: string
}

/** Makes the range this link; what else its tag says stays. Without an address it is no link any more. */
export const setLink =
  ({ from, to }: LinkRange, { href, text }: LinkRequest): Command =>
  (state, dispatch) => {
    const { tr, doc } = state
    const before = doc.nodeAt(from)
    const old = before && link.isInSet(before.marks)
    const isSame = text === '' || text === doc.textBetween(from, to, ' ', ' ')
    let end = to
    if (!isSame) {
      const marks = before?.marks ?? doc.resolve(from).marks()
      tr.replaceWith(from, to, pageSchema.text(text, old ? old.removeFromSet(marks) : marks))
      end = from + text.length
    } else tr.removeMark(from, to, link)
    if (href !== '') tr.addMark(from, end, link.create({ ...old?.attrs, href }))
    tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).removeStoredMark(link)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Puts a link where the caret is, formatted like what is there; what is typed then stands behind it. */
export const insertLink =
  ({ href, text }: LinkRequest): Command =>
  (state, dispatch) => {
    const { $from, from, to } = state.selection
    if (!$from.parent.inlineContent || $from.parent.type.spec.code || text === '') return false
    const marks = link.create({ href }).addToSet(state.storedMarks ?? $from.marks())
    const { tr } = state
    tr.replaceWith(from, to, pageSchema.text(text, marks))
    dispatch?.(
      tr
        .setSelection(Selection.near(tr.doc.resolve(from + text.length), -1))
        .removeStoredMark(link)
        .scrollIntoView()
    )
    return true
  }
