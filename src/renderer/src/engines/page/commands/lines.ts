import { Mark, type Attrs, type Node, type NodeType, type ResolvedPos } from 'prosemirror-model'
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { canSplit } from 'prosemirror-transform'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { carried, second } from './carried'
import { clearChosen } from './clear-chosen'
import { liftOut } from './lists'

const { nodes } = pageSchema

/**
 * Makes the chosen text blocks another kind; their text, their formatting as far as it may be there, and
 * their source stay.
 */
export const turnInto =
  (type: NodeType, attrs: Attrs = {}): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection
    let is = false
    state.doc.nodesBetween(from, to, (node, pos) => {
      if (is || !node.isTextblock) return !is
      const $pos = state.doc.resolve(pos)
      if (type === nodes.code_block && holdsMoreThanText(node)) return false
      const isOther = !node.hasMarkup(type, carried(node, type, attrs))
      is ||= isOther && $pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, type)
      return false
    })
    if (is) {
      const { tr } = state
      state.doc.nodesBetween(from, to, (node, pos) => {
        if (!node.isTextblock) return true
        const isLost = type === nodes.code_block && holdsMoreThanText(node)
        const start = tr.mapping.map(pos) + 1
        if (!isLost && type === nodes.code_block) withoutMarks(tr, start, start + node.content.size)
        if (!isLost) tr.setBlockType(start, start, type, (one) => carried(one, type, attrs))
        return false
      })
      dispatch?.(tr.scrollIntoView())
    }
    return is
  }

/** What code cannot hold: a picture, or markup that is not taken apart. */
const holdsMoreThanText = (node: Node): boolean =>
  node.children.some(({ type, isText }) => !isText && type !== nodes.hard_break)

/**
 * Takes all formatting off. Each line is exchanged in one step: which of two elements lies in the other
 * nothing but the order of their marks says, and taken off one by one they would come back in another.
 * @returns the transaction, with the selection where it was
 */
export function withoutMarks(tr: Transaction, from: number, to: number): Transaction {
  const { doc, selection } = tr
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true
    const [start, end] = [Math.max(from - pos - 1, 0), Math.min(to - pos - 1, node.content.size)]
    const line = node.content.cut(start, end).content
    if (line.some(({ marks }) => marks.length > 0))
      tr.replaceWith(
        pos + 1 + start,
        pos + 1 + end,
        line.map((one) => one.mark(Mark.none))
      )
    return false
  })
  const isText = tr.docChanged && selection instanceof TextSelection
  return isText ? tr.setSelection(TextSelection.create(tr.doc, selection.anchor, selection.head)) : tr
}

/**
 * Enter: a line becomes two. Both keep the source, and each is written with its part of it; at an end, where
 * there is nothing to share, a new line stands there and the old one stays as it is. In a list the item
 * becomes two; an empty one ends the list, and an empty line a quote.
 */
export const splitLine: Command = (state, dispatch, view) => {
  const { selection } = state
  if (!(selection instanceof TextSelection) || selection.$from.parent.type.spec.code) return false
  const { $from } = selection
  const around = $from.depth > 1 ? $from.node(-1) : null
  const isFirst = around?.type === nodes.list_item && $from.index(-1) === 0
  const ends = around?.type === nodes.blockquote || (isFirst && around.childCount === 1)
  if (ends && $from.parent.content.size === 0) return liftOut(state, dispatch, view)
  const { tr } = state
  if (!selection.empty) clearChosen(tr)
  const $at = tr.doc.resolve(tr.mapping.map(selection.from, -1))
  if (!$at.parent.isTextblock) return false
  if (!splitAt(tr, $at, isFirst && $at.depth > 1 && $at.node(-1).type === nodes.list_item)) return false
  dispatch?.(tr.scrollIntoView())
  return true
}

function splitAt(tr: Transaction, $at: ResolvedPos, isItem: boolean): boolean {
  const { parent, parentOffset, pos } = $at
  const isEnd = parentOffset === parent.content.size
  const line = isItem ? { bare: parent.attrs['bare'] === true || parent.type !== nodes.paragraph } : {}
  if (!isItem && parentOffset === 0 && !isEnd) {
    // what stands behind the caret is not touched
    tr.insert($at.before(), nodes.paragraph.create())
    return true
  }
  const half = isEnd ? { type: nodes.paragraph, attrs: line } : { type: parent.type, attrs: second(parent) }
  const halves = isItem ? [{ type: nodes.list_item, attrs: second($at.node(-1)) }, half] : [half]
  if (!canSplit(tr.doc, pos, halves.length, halves)) return false
  tr.split(pos, halves.length, halves)
  return true
}

/**
 * Puts a text in the place of another, with the formatting that lies around what goes.
 * @returns the transaction, with the selection where it was
 */
export function replaceText(tr: Transaction, from: number, to: number, text: string): Transaction {
  if (text === '') return tr.delete(from, to)
  return tr.replaceWith(from, to, pageSchema.text(text, marksOf(tr.doc, from, to)))
}

/** Types over what is chosen: in its place, whatever it begins with, and formatted like it. */
export function typeText(state: EditorState, text: string): Transaction {
  const { from, to, $from } = state.selection
  const { tr, storedMarks } = state
  if (!$from.parent.inlineContent) return tr.insertText(text)
  const marks = storedMarks ?? marksOf(tr.doc, from, to)
  tr.replaceWith(from, to, pageSchema.text(text, marks))
  return tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1))
}

/** Of what begins there: also a link that ends there, which what is typed behind it is not in. */
const marksOf = (doc: Node, from: number, to: number): readonly Mark[] =>
  (from < to ? doc.nodeAt(from)?.marks : undefined) ?? doc.resolve(from).marks()
