import { chainCommands, lift } from 'prosemirror-commands'
import type { Attrs, Node, NodeType, ResolvedPos } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command, Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { layOut, withLead } from './laid-out'
import { inOneStep } from './one-step'

const { nodes } = pageSchema
const isList = (node: Node) => node.type === nodes.bullet_list || node.type === nodes.ordered_list

/**
 * Makes a list of the chosen lines, each an item without tags of its own around its text; a list of the other
 * kind becomes this one, and its source goes along. In a list of this kind they leave it.
 */
export const toList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const { $from } = state.selection
    const list = listAt($from)
    if (list?.node.type === type) return liftOut(state, dispatch, view)
    if (list) {
      const src: unknown = list.node.attrs['src']
      dispatch?.(state.tr.setNodeMarkup(list.pos, type, { src }).scrollIntoView())
      return true
    }
    const tr = becomeList(state.tr, type)
    if (tr) dispatch?.(tr.scrollIntoView())
    return tr !== null
  }

/** The chosen lines of the transaction's page as a list; null where none can stand. */
export function becomeList(tr: Transaction, type: NodeType, attrs: Attrs = {}): Transaction | null {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!range?.parent.canReplaceWith(range.startIndex, range.endIndex, type)) return null
  const chosen = range.parent.children.slice(range.startIndex, range.endIndex)
  if (!chosen.every((node) => node.type.isInGroup('flow') || node.type === nodes.island)) return null
  tr.wrap(range, [{ type, attrs }, { type: nodes.list_item }])
  // each line an item of its own, from the last one on
  let end = range.end + 2
  for (const node of chosen.slice(1).reverse()) tr.split((end -= node.nodeSize))
  return withBareItems(tr)
}

/** A quote around the chosen lines; it stands where the first of them stood. In a quote they leave it. */
export const toQuote: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  if ($from.depth > 1 && $from.node(-1).type === nodes.blockquote) return liftOut(state, dispatch, view)
  const tr = becomeQuote(state.tr)
  if (tr) dispatch?.(tr.scrollIntoView())
  return tr !== null
}

/** The chosen lines of the transaction's page in a quote; null where none can stand. */
export function becomeQuote(tr: Transaction): Transaction | null {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!range?.parent.canReplaceWith(range.startIndex, range.endIndex, nodes.blockquote)) return null
  const chosen = range.parent.children.slice(range.startIndex, range.endIndex)
  const [first] = chosen
  if (!first || !chosen.every((node) => node.type.isInGroup('flow') || node.type === nodes.island))
    return null
  const lead = hintOf(first)?.lead
  const src = hintOf(first) === null ? null : { lead: lead ?? '' }
  tr.wrap(range, [{ type: nodes.blockquote, attrs: { src } }])
  let pos = range.start + 1
  for (const node of chosen) {
    if (hintOf(node) !== null) tr.setNodeAttribute(pos, 'src', withLead(node))
    pos += node.nodeSize
  }
  return tr
}

/** The innermost list around a place. */
function listAt($at: ResolvedPos): { readonly node: Node; readonly pos: number } | null {
  for (let depth = $at.depth; depth > 0; depth -= 1)
    if (isList($at.node(depth))) return { node: $at.node(depth), pos: $at.before(depth) }
  return null
}

/**
 * Tab: the chosen items go into the one above them. In a list the key means nothing else, also where there is
 * none above.
 */
export const nestItem: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  if (!isInItem($from)) return false
  const nested = dispatch && ((tr: Transaction) => dispatch(laidOutItems(tr)))
  const sink = sinkListItem(nodes.list_item)
  const rest = emptyListAbove($from)
  if (rest) inOneStep(state, state.tr.delete(rest.pos, rest.pos + rest.node.nodeSize), sink, nested)
  else sink(state, nested, view)
  return true
}

/** A list without items at the end of the item above: an item goes into a list of its own there. */
function emptyListAbove($at: ResolvedPos): { readonly node: Node; readonly pos: number } | null {
  const pos = $at.before(-1)
  const node = $at.doc.resolve(pos).nodeBefore?.lastChild
  return node && isList(node) && node.childCount === 0 ? { node, pos: pos - 1 - node.nodeSize } : null
}

/** Shift and Tab: the chosen items go out of the one that they are in, or out of the list. */
export const liftItem: Command = (state, dispatch, view) =>
  isInItem(state.selection.$from) && liftOut(state, dispatch, view)

/** A block in an item, as in no list of today, would have keys of its own. */
const isInItem = ($from: ResolvedPos): boolean =>
  $from.depth > 1 && $from.parent.isTextblock && $from.node(-1).type === nodes.list_item

/** Takes the chosen lines out of the list or the quote that they are in. */
export const liftOut: Command = (state, dispatch, view) => {
  const lines = dispatch && ((tr: Transaction) => dispatch(laidOutItems(withTags(tr))))
  return chainCommands(liftItems, lift)(state, lines, view)
}

/**
 * An item that is not taken apart (an island) is not lifted, and nothing together with it: the command of the library
 * joins the chosen items first, and would take it for the end of one.
 */
const liftItems: Command = (state, dispatch, view) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, (node) => node.firstChild?.type === nodes.list_item)
  const chosen = range?.parent.children.slice(range.startIndex, range.endIndex) ?? []
  if (!chosen.every((node) => node.type === nodes.list_item)) return false
  return liftListItem(nodes.list_item)(state, dispatch, view)
}

/** New items hold their lines bare, on the item's own line. */
function withBareItems(tr: Transaction): Transaction {
  eachLine(tr, (line, pos, parent) => {
    if (parent.type !== nodes.list_item || hintOf(parent) !== null || parent.childCount > 1) return
    const hint = hintOf(line)
    if (line.type !== nodes.paragraph || hint?.open !== undefined) return
    const src = hint?.inner === undefined ? null : { inner: hint.inner }
    tr.setNodeMarkup(pos, null, { bare: true, src })
  })
  return tr
}

/** What stood bare in an item gets tags where nothing around it says that it is a line. */
function withTags(tr: Transaction): Transaction {
  eachLine(tr, (line, pos, parent) => {
    if (parent.type !== nodes.section) return
    if (line.attrs['bare'] === true) tr.setNodeMarkup(pos, null, { ...line.attrs, bare: false })
    layOut(tr, pos)
  })
  return tr
}

/** Items that were moved into or out of another one, laid out like those beside them. */
function laidOutItems(tr: Transaction): Transaction {
  const found: number[] = []
  const { from, to } = tr.selection
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (node.type === nodes.list_item) found.push(pos)
  })
  // the innermost ones: what lies around them stays where it was
  for (const pos of found.filter((one, at) => !isWithin(tr, found[at + 1], one))) layOut(tr, pos)
  return tr
}

const isWithin = (tr: Transaction, pos: number | undefined, outer: number): boolean =>
  pos !== undefined && pos < outer + (tr.doc.nodeAt(outer)?.nodeSize ?? 0)

function eachLine(tr: Transaction, act: (line: Node, pos: number, parent: Node) => void): void {
  const { from, to } = tr.selection
  const found: (readonly [Node, number, Node])[] = []
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (node.isTextblock && parent) found.push([node, pos, parent])
  })
  for (const one of found) act(...one)
}
