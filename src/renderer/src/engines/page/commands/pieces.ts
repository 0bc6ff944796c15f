import type { Node } from 'prosemirror-model'
import { Selection, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { carried } from './carried'

const { nodes } = pageSchema

/** A line break where the caret is, in the place of what is chosen; in code the next line. */
export const breakLine: Command = (state, dispatch) => {
  const { selection, tr } = state
  const { $from, $to } = selection
  if (!(selection instanceof TextSelection) || !$from.sameParent($to)) return false
  if ($from.parent.type.spec.code) tr.insertText('\n')
  else tr.replaceSelectionWith(nodes.hard_break.create())
  dispatch?.(tr.scrollIntoView())
  return true
}

/**
 * A line across the page behind what the caret is in, in the place of an empty line; the caret stands behind
 * it.
 */
export const addRule: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.isTextblock || $from.depth < 1) return false
  const { tr } = state
  const made = putRule(tr, $from.parent.content.size === 0 && $from.parent.type === nodes.paragraph)
  if (made) dispatch?.(made.scrollIntoView())
  return made !== null
}

/** @param instead in the place of the line that the caret is in; its blanks stay */
export function putRule(tr: Transaction, instead: boolean): Transaction | null {
  const { $from } = tr.selection
  const [start, end] = [$from.before(), $from.after()]
  const holder = $from.node(-1)
  if (!holder.canReplaceWith($from.index(-1), $from.indexAfter(-1), nodes.hr)) return null
  const lead = hintOf($from.parent)?.lead
  const src = instead && lead !== undefined ? { lead } : null
  tr.replaceWith(instead ? start : end, end, nodes.hr.create({ src }))
  return withLineAt(tr, instead ? start + 1 : end + 1)
}

/** The caret in the line at the place, which is made where there is none. */
function withLineAt(tr: Transaction, pos: number): Transaction {
  if (!tr.doc.nodeAt(pos)?.isTextblock) tr.insert(pos, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, pos + 1))
}

/** The line that the caret is in becomes the beginning of a new section, with all that follows. */
export const splitSection: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth < 2 || $from.node(1).type !== nodes.section) return false
  const tr = cutSection(state.tr, $from.before(2), $from.before(2))
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map($from.pos)), 1)).scrollIntoView())
  return true
}

/** Everything of a section from `to` on is a section of its own; what lies between `from` and `to` goes. */
export function cutSection(tr: Transaction, from: number, to: number): Transaction {
  const $from = tr.doc.resolve(from)
  const section = $from.node(1)
  const end = $from.after(1)
  const rest = tr.doc.slice(to, end - 1).content
  const next = nodes.section.create(
    { src: laidOutLike(section) },
    rest.childCount > 0 ? rest : nodes.paragraph.create()
  )
  tr.replaceWith(from, end - 1, [])
  const at = from + 1
  tr.insert(at, next)
  return tr.setSelection(Selection.near(tr.doc.resolve(at + 1), 1))
}

/** Only the blanks of a section: its attributes are its own. */
export function laidOutLike(section: Node) {
  const hint = hintOf(section)
  return hint && { lead: hint.lead ?? '', ...(hint.tail === undefined ? {} : { tail: hint.tail }) }
}

/** What a line of three signs and a language's name begins: code. Null where none can stand. */
export function becomeCode(tr: Transaction, language: string): Transaction | null {
  const { $from } = tr.selection
  const { parent } = $from
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), nodes.code_block)) return null
  tr.delete($from.start(), $from.end())
  const attrs = carried(parent, nodes.code_block, { language: language === '' ? null : language })
  return tr.setNodeMarkup($from.before(), nodes.code_block, attrs)
}
