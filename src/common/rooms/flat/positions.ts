import { Selection } from 'prosemirror-state'
import type { TextDelta } from './following'
import { endOf, insideOf, lastBefore, lineEnd, type Place, type Projection } from './place'

/** Where a position of the page stands in the text. */
export function indexAt({ root }: Projection, position: number): number {
  const $at = root.node.resolve(Math.min(Math.max(0, position), root.node.content.size))
  let place: Place = root
  for (let depth = 1; depth <= $at.depth; depth += 1) {
    const child = place.children[$at.index(depth - 1)]
    if (!child) break
    place = child
  }
  if (place.node.isTextblock) return insideOf(place) + $at.parentOffset
  const next = place.children[$at.index()]
  return next ? next.start : place === root && place.children.length === 0 ? 0 : endOf(place)
}

/**
 * The position of the page at which an index of the text stands: in the line whose letter is before it, else
 * beside what begins there.
 */
export function positionAt({ root, places }: Projection, index: number): number {
  const before = places[lastBefore(places, index)]
  const place = before && isLineAt(before, index) ? before : places.find((one) => isLineAt(one, index))
  if (place) return contentStart(place) + index - insideOf(place)
  const next = places[lastBefore(places, index) + 1]
  const near = next ? contentStart(next) - 1 : root.node.content.size
  return Selection.near(root.node.resolve(Math.max(0, near)), -1).head
}

const isLineAt = (place: Place, index: number): boolean =>
  place.node.isTextblock && index >= insideOf(place) && index <= lineEnd(place)

/** Where the content of a block begins in the page. */
function contentStart(place: Place): number {
  let at = 0
  for (let child = place, { parent } = place; parent; child = parent, parent = parent.parent) {
    at += 1
    for (const one of parent.children) {
      if (one === child) break
      at += one.node.nodeSize
    }
  }
  return at
}

/** Where what stood at an index of a text stands after a change: before what was put in there. */
export function carriedAlong(index: number, delta: TextDelta): number {
  let [at, now] = [0, index]
  for (const { insert, retain, delete: remove } of delta) {
    if (insert !== undefined) {
      const length = typeof insert === 'string' ? insert.length : 1
      if (at < now) now += length
      at += length
    } else if (remove !== undefined) now -= Math.max(0, Math.min(remove, now - at))
    else at += retain ?? 0
    if (at > now) break
  }
  return now
}
