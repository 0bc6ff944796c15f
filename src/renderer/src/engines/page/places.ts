import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../common/formats/page/schema'
import { readPage } from '../../../../common/formats/page/read'
import { writePage } from '../../../../common/formats/page/write'

/**
 * Stands for the caret in a text that is read or written to see where it comes to lie. Nobody writes it: both
 * are for private use.
 */
const MARK = '\uE08A\uE08B'

/**
 * Where in the source of the page what is chosen begins, as an offset; null where the source does not say.
 */
export function offsetOfSelection(state: EditorState): number | null {
  const at = textPlace(state.doc, state.selection)
  return at === null ? null : offsetOfPlace(state, at)
}

/** Where in the source a place in a line lies; null where the source does not say. */
export function offsetOfPlace(state: EditorState, at: number): number | null {
  // with the formatting that is there: else tags would be written around it that the source does not have
  const marked = state.tr.insert(at, pageSchema.text(MARK, state.doc.resolve(at).marks())).doc
  const found = writePage(marked).indexOf(MARK)
  return found < 0 ? null : found
}

/** The caret, or the first place with text in what is chosen, or behind it. */
function textPlace(doc: Node, selection: Selection): number | null {
  if (selection.$from.parent.inlineContent) return selection.from
  const near =
    Selection.findFrom(doc.resolve(selection.from), 1, true) ??
    Selection.findFrom(doc.resolve(selection.from), -1, true)
  return near?.from ?? null
}

/** What is chosen of the page where its source has this offset; null where the page has no such place. */
export function selectionAtOffset(doc: Node, source: string, offset: number): Selection | null {
  const at = outsideOfTags(source, offset)
  const reading = readPage(source.slice(0, at) + MARK + source.slice(at))
  if ('refused' in reading) return null
  let found: Selection | null = null
  reading.page.descendants((node, pos) => {
    if (found) return false
    const within = node.isText ? (node.text ?? '').indexOf(MARK) : -1
    if (within >= 0) found = TextSelection.near(doc.resolve(Math.min(pos + within, doc.content.size)))
    // in what is not taken apart, as a comment
    else if (String(node.attrs['raw'] ?? '').includes(MARK) && doc.nodeAt(pos)?.type === node.type)
      found = NodeSelection.create(doc, pos)
    return found === null
  })
  return found
}

/** The offset itself between letters, else behind the tag that it is in. */
function outsideOfTags(source: string, offset: number): number {
  const [open, close] = [source.lastIndexOf('<', offset - 1), source.lastIndexOf('>', offset - 1)]
  if (open <= close) return offset
  const end = source.indexOf('>', offset)
  return end < 0 ? offset : end + 1
}
