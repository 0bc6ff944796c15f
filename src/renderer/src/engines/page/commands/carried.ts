import { Fragment, type Attrs, type Node, type NodeType } from 'prosemirror-model'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema, type Hint } from '../../../../../common/formats/page/schema'
import { exchanged, readTag } from '../../../../../common/formats/page/tags'

const { nodes } = pageSchema

/**
 * The attributes of a text block that becomes another kind: its source goes along, so that only the names of
 * its tags are exchanged. Code has other tags, and another source inside.
 */
export function carried(node: Node, type: NodeType, attrs: Attrs = {}): Attrs {
  const hint = hintOf(node)
  const isCode = type === nodes.code_block || node.type === nodes.code_block
  const src: Hint | null = hint && isCode ? (hint.lead === undefined ? {} : { lead: hint.lead }) : hint
  if (type !== nodes.heading) return { ...attrs, src }
  return { id: node.type === nodes.heading ? node.attrs['id'] : idIn(hint), ...attrs, src }
}

/** The source of the second half of something: an id stays with the first. */
function withoutId(hint: Hint | null): Hint | null {
  const open = hint?.open
  if (!hint || open === undefined || idIn(hint) === null) return hint
  return { ...hint, open: exchanged(open, { attributes: { id: null } }) }
}

const idIn = (hint: Hint | null): string | null =>
  hint?.open === undefined ? null : (readTag(hint.open)?.attributes.get('id') ?? null)

/** A copy that stands beside what it was made of: all of its ids are left out, which another has already. */
export function copied(node: Node): Node {
  if (node.isInline) return node
  const content = node.inlineContent ? node.content : Fragment.fromArray(node.children.map(copied))
  return node.type.create(second(node), content, node.marks)
}

/** The attributes of what stands beside a node as it was one with it. */
export function second(node: Node): Attrs {
  const src = withoutId(hintOf(node))
  return 'id' in node.attrs ? { ...node.attrs, id: null, src } : { ...node.attrs, src }
}
