import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { standsIn } from '../../../../../common/formats/page/island'
import { pageSchema } from '../../../../../common/formats/page/schema'

const { island } = pageSchema.nodes

const key = new PluginKey('islands-in-place')

/** A change that is not made by the person who writes here: the page is what it is. */
export const fromElsewhere = (tr: Transaction): Transaction => tr.setMeta(key, true)

/**
 * Takes no step of a person that puts an island where its source would be read as something else, such as an
 * item of a list into another item when two lines are joined: what could not be written there stays where it
 * is (VE2). Undo is never refused.
 */
export const islandsInPlace = (): Plugin =>
  new Plugin({
    key,
    filterTransaction: (tr) =>
      !tr.docChanged ||
      tr.getMeta(key) === true ||
      tr.getMeta('history$') !== undefined ||
      standsEverywhere(tr)
  })

/** Whether each island in what has changed can be written where it is now. */
function standsEverywhere({ doc, mapping }: Transaction): boolean {
  let stands = true
  mapping.maps.forEach((map, at) => {
    const rest = mapping.slice(at + 1)
    map.forEach((_from, _to, begin, finish) => {
      const start = Math.max(0, rest.map(begin, -1) - 1)
      const end = Math.min(doc.content.size, rest.map(finish, 1) + 1)
      doc.nodesBetween(start, end, (node, _pos, parent) => {
        if (node.type === island && parent) stands &&= standsIn(node, parent.type.name)
        return stands
      })
    })
  })
  return stands
}
