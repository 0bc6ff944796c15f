import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import type { Hint } from '../../../../../common/formats/page/schema'

/**
 * Makes the node at the place stand like its neighbours there: what comes from elsewhere brought the blanks
 * of where it was.
 */
export function layOut(tr: Transaction, pos: number): void {
  const $pos = tr.doc.resolve(pos)
  const node = $pos.nodeAfter
  if (!node || hintOf(node) === null) return
  const beside = [$pos.nodeBefore, $pos.parent.maybeChild($pos.index() + 1)].find(isLaidOut)
  const src = withLead(node, beside ? (hintOf(beside)?.lead ?? '') : undefined)
  tr.setNodeAttribute(pos, 'src', src)
}

const isLaidOut = (node: Node | null): boolean => node !== null && hintOf(node) !== null

/**
 * The hint of a node with other blanks before it; null where nothing else is in it, and neighbours or parents
 * say how it stands.
 */
export function withLead(node: Node, lead?: string): Hint | null {
  const { lead: _old, ...rest } = hintOf(node) ?? {}
  if (lead !== undefined) return { lead, ...rest }
  return Object.keys(rest).length > 0 ? rest : null
}
