import type { Node as PageNode } from 'prosemirror-model'
import type { Embed } from './embeds'

/**
 * A block of the page with where it stands in the text. It changes with the text: `start` is shifted by what
 * is typed before it, and `node` is the block as it is now.
 */
export interface Place {
  node: PageNode
  readonly parent: Place | null
  readonly children: readonly Place[]
  /** Its marker; null for a ghost: a block that nobody has written, around what cannot stand alone. */
  readonly embed: Embed | null
  /** Of a text block: what stands in it that is no letter. */
  readonly atoms: readonly Embed[]
  /** With half a step for a ghost: between what is around it and what it holds. */
  readonly depth: number
  /** Where its marker stands in the text; of a ghost where its first letter does. */
  start: number
}

/** The page, and all of its blocks in the order of the text. */
export interface Projection {
  readonly root: Place
  readonly places: readonly Place[]
  /** Cells that stand behind the row that they were made in: they are shown in it. */
  readonly displaced: readonly Place[]
}

/** Where the content of a block begins in the text. */
export const insideOf = (place: Place): number => place.start + (place.embed ? 1 : 0)

/** Where the letters of a text block, or a leaf, end. */
export const lineEnd = (place: Place): number =>
  insideOf(place) + (place.node.isTextblock ? place.node.content.size : 0)

/** Where a block ends in the text, with all that is in it. */
export function endOf(place: Place): number {
  let last = place
  for (let next: Place | undefined = place; next; next = next.children.at(-1)) last = next
  return Math.max(insideOf(place), lineEnd(last))
}

/** How deep a marker lies that is put into a block. */
export const depthIn = (depth: number): number => Math.floor(depth) + 1

/** The number of the last place that begins before an index of the text; -1 where none does. */
export function lastBefore(places: readonly Place[], index: number): number {
  let [from, to] = [0, places.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((places[middle]?.start ?? 0) < index) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Shifts all that stands behind a text block in the text. */
export function shiftBehind({ places }: Projection, place: Place, by: number): void {
  if (by === 0) return
  for (let at = places.indexOf(place) + 1; at < places.length; at += 1) shift(places[at], by)
}

function shift(place: Place | undefined, by: number): void {
  if (place) place.start += by
}

/** Puts a block into all that lies around it, after it became another one. */
export function renewAround(place: Place): void {
  for (let child = place, { parent } = place; parent; child = parent, parent = parent.parent)
    parent.node = parent.node.copy(
      parent.node.content.replaceChild(parent.children.indexOf(child), child.node)
    )
}
