import type { Node as PageNode } from 'prosemirror-model'
import type { Spot } from './change'
import type { Embed } from './embeds'
import { endOf, insideOf, type Place } from './place'
import type { Token } from './tokens'

/** The smallest part of a page that has become another one: some children of one block. */
interface Region {
  readonly parent: Place
  readonly old: readonly Place[]
  readonly now: readonly PageNode[]
  /** The number of its first child. */
  readonly from: number
}

/** What has changed of a page, by what are no more the same objects. */
export function regionOf(root: Place, page: PageNode): Region {
  let [parent, node] = [root, page]
  for (;;) {
    const [old, now] = [parent.children, node.children]
    const most = Math.min(old.length, now.length)
    let [head, tail] = [0, 0]
    while (head < most && old[head]?.node === now[head]) head += 1
    while (tail < most - head && old.at(-1 - tail)?.node === now.at(-1 - tail)) tail += 1
    const [rest, other] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
    const [only, next] = [rest[0], other[0]]
    if (rest.length !== 1 || other.length !== 1 || !only || !next || only.node.isTextblock)
      return { parent, old: rest, now: other, from: head }
    if (!only.node.sameMarkup(next)) return { parent, old: rest, now: other, from: head }
    ;[parent, node] = [only, next]
  }
}

/** The blocks that are the same objects before and after, by what names them. */
export function keptIn({ old, now }: Region): ReadonlyMap<PageNode, string> {
  const before = new Set<PageNode>()
  for (const { node } of old) eachBlock(node, (block) => before.add(block))
  const kept = new Map<PageNode, string>()
  for (const node of now)
    eachBlock(node, (block) => {
      if (before.has(block)) kept.set(block, String(kept.size))
    })
  return kept
}

function eachBlock(node: PageNode, take: (block: PageNode) => void): void {
  take(node)
  if (!node.isTextblock) node.forEach((child) => eachBlock(child, take))
}

/** Where in the text something stands that is put at the beginning of a region. */
export function startOf({ parent, from }: Region): number {
  const before = parent.children[from - 1]
  return before ? endOf(before) : insideOf(parent)
}

/** Where the tokens of some blocks stand in the text. @param tokens of these blocks */
export function spotsOf(blocks: readonly Place[], tokens: readonly Token[]): Spot[] {
  const spots: Spot[] = []
  let at = 0
  const add = (place: Place): void => {
    const { embed, depth, start } = place
    const token = tokens[at++]
    const own = embed ? 1 : 0
    if (token?.kind === 'whole') {
      spots.push({ at: start, size: own + place.node.content.size, embed, depth })
      return
    }
    spots.push({ at: start, size: own, embed, depth })
    let [inside, atoms] = [start + own, 0]
    const end = place.node.isTextblock ? inside + place.node.content.size : inside
    for (let one = tokens[at]; one && inside < end; one = tokens[++at]) {
      const embed = one.kind === 'atom' ? (place.atoms[atoms++] ?? null) : null
      spots.push({ at: inside, size: one.length, embed, depth })
      inside += one.length
    }
    place.children.forEach(add)
  }
  blocks.forEach(add)
  return spots
}

/** For each block of the page as it is now, in order, its marker; null for a ghost. */
export function markersOf(root: Place, region: Region, made: readonly (Embed | null)[]): (Embed | null)[] {
  const markers: (Embed | null)[] = []
  const add = (place: Place): void => {
    if (place !== root) markers.push(place.embed)
    if (place !== region.parent) return place.children.forEach(add)
    place.children.slice(0, region.from).forEach(add)
    for (const one of made) markers.push(one)
    place.children.slice(region.from + region.old.length).forEach(add)
  }
  add(root)
  return markers
}
