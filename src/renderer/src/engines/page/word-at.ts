import type { Node } from 'prosemirror-model'

/** A word of the page and where it stands. */
interface WordAt {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** The word around a place, or at its edge; null where none is. What is no text divides words. */
export function wordAt(doc: Node, pos: number): WordAt | null {
  const $pos = doc.resolve(Math.min(pos, doc.content.size))
  if (!$pos.parent.isTextblock) return null
  const text = $pos.parent.textBetween(0, $pos.parent.content.size, undefined, '\ufffc')
  for (const { index, 0: word } of text.matchAll(words)) {
    const from = $pos.start() + index
    if (from <= pos && pos <= from + word.length) return { word, from, to: from + word.length }
  }
  return null
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
