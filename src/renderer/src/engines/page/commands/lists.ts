import { lift } from 'prosemirror-commands'
import type { Node, NodeType } from 'prosemirror-model'
import { liftListItem } from 'prosemirror-schema-list'
import type { Command, Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { nodes } = pageSchema
const isList = (node: Node) => node.type === nodes.bullet_list || node.type === nodes.ordered_list

/**
 * Makes a list of the chosen lines, each an item without tags of its own around its text; a list of the other kind becomes this one, and
 * its source goes along.
 */
export const toList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const list = $from.node(depth)
      if (!isList(list)) continue
      if (list.type === type) break
      dispatch?.(
        state.tr.setNodeMarkup($from.before(depth), type, { src: list.attrs['src'] }).scrollIntoView()
      )
      return true
    }
    const range = $from.blockRange($to)
    if (!range?.parent.canReplaceWith(range.startIndex, range.endIndex, type)) return false
    const chosen = range.parent.children.slice(range.startIndex, range.endIndex)
    if (!chosen.every((node) => node.type.isInGroup('flow') || node.type === nodes.island)) return false
    const tr = state.tr.wrap(range, [{ type }, { type: nodes.list_item }])
    // each line an item of its own, from the last one on
    let end = range.end + 2
    for (const node of chosen.slice(1).reverse()) tr.split((end -= node.nodeSize))
    dispatch?.(withBareItems(tr).scrollIntoView())
    return true
  }

/** Takes the chosen lines out of the list or the quote that they are in. */
export const liftOut: Command = (state, dispatch, view) => {
  const lines = dispatch && ((tr: Transaction) => dispatch(withTags(tr)))
  return liftListItem(nodes.list_item)(state, lines, view) || lift(state, lines, view)
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
    if (line.attrs['bare'] === true && parent.type === nodes.section)
      tr.setNodeMarkup(pos, null, { ...line.attrs, bare: false })
  })
  return tr
}

function eachLine(tr: Transaction, act: (line: Node, pos: number, parent: Node) => void): void {
  const { from, to } = tr.selection
  const found: (readonly [Node, number, Node])[] = []
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (node.isTextblock && parent) found.push([node, pos, parent])
  })
  for (const one of found) act(...one)
}
