import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { isIslandSource } from '../../../../../common/formats/page/island'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { island } = pageSchema.nodes

/** What has been looked at, and where it stood. */
const known = new WeakMap<Node, string>()

/**
 * Takes no step that puts an island where its source would be read as something else, such as an item of a list into another item when
 * two lines are joined: what could not be written there stays where it is (VE2).
 */
export const islandsInPlace = (): Plugin =>
  new Plugin({ filterTransaction: (tr) => !tr.docChanged || standsEverywhere(tr) })

function standsEverywhere({ doc, before, mapping }: Transaction): boolean {
  let stands = true
  const look = (node: Node, parent: Node | null) => {
    if (node.type !== island || !parent || known.get(node) === parent.type.name) return
    stands &&= isIslandSource(String(node.attrs['raw']), parent.type.name)
    if (stands) known.set(node, parent.type.name)
  }
  mapping.maps.forEach((map, at) => {
    const rest = mapping.slice(at + 1)
    map.forEach((_start, _end, from, to) => {
      const start = Math.max(0, rest.map(from, -1) - 1)
      const end = Math.min(doc.content.size, rest.map(to, 1) + 1)
      if (stands) doc.nodesBetween(start, end, (node, _pos, parent) => (look(node, parent), stands))
    })
  })
  // what stood nowhere before is not held to it: it could not be taken away any more
  return stands || !standsIn(before)
}

function standsIn(doc: Node): boolean {
  let stands = true
  doc.descendants((node, _pos, parent) => {
    if (node.type === island && parent) stands &&= isIslandSource(String(node.attrs['raw']), parent.type.name)
    return stands
  })
  return stands
}
