import { diffArrays } from 'diff'
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'

/**
 * Milliseconds in which neighbours of one level are told apart; then the whole run between the ends that are
 * alike is replaced.
 */
const MOST = 100

/**
 * Makes the transaction's page this one, and replaces no more than what differs: selections, and what is
 * looked at, stay where they are. Afterwards `tr.doc.eq(next)`.
 */
export function becomePage(tr: Transaction, next: Node): Transaction {
  const before = tr.doc
  for (const name of Object.keys(next.attrs))
    if (!sameValue(before.attrs[name], next.attrs[name])) tr.setDocAttribute(name, next.attrs[name])
  becomeContent(tr, before, next, 0)
  // a page says what it is; anything else would be a mistake above, and must not cost a word
  if (!tr.doc.eq(next)) tr.replace(0, tr.doc.content.size, next.slice(0, next.content.size))
  return tr
}

/**
 * @param inside where the content of `before` begins; everything before it in the document is settled from
 * the end on
 */
function becomeContent(tr: Transaction, before: Node, next: Node, inside: number): void {
  if (before.content.eq(next.content)) return
  if (before.isTextblock && next.isTextblock) return becomeText(tr, before, next, inside)
  // from the end, so that places before it stay as they are
  for (const { from, to, old, now } of hunks(before, next).reverse()) {
    const pairs = old.length === now.length && old.every((node, at) => isLike(node, now[at]))
    if (!pairs) {
      tr.replaceWith(inside + from, inside + to, now)
      continue
    }
    let end = to
    for (let at = old.length - 1; at >= 0; at--) {
      const [node, other] = [old[at], now[at]]
      if (!node || !other) continue
      end -= node.nodeSize
      becomeNode(tr, node, other, inside + end)
    }
  }
}

/** A node of the same kind: its own attributes, then what is in it. */
function becomeNode(tr: Transaction, before: Node, next: Node, at: number): void {
  if (before.eq(next)) return
  if (before.isLeaf) {
    tr.replaceWith(at, at + before.nodeSize, next)
    return
  }
  becomeContent(tr, before, next, at + 1)
  for (const name of Object.keys(next.attrs))
    if (!sameValue(before.attrs[name], next.attrs[name])) tr.setNodeAttribute(at, name, next.attrs[name])
}

function becomeText(tr: Transaction, before: Node, next: Node, inside: number): void {
  const start = before.content.findDiffStart(next.content)
  const end = before.content.findDiffEnd(next.content)
  if (start === null || !end) return
  // equal letters on both sides of a place count once
  const overlap = start - Math.min(end.a, end.b)
  const [a, b] = overlap > 0 ? [end.a + overlap, end.b + overlap] : [end.a, end.b]
  tr.replace(inside + start, inside + a, next.slice(start, b))
}

interface Hunk {
  /** Places in the content of the older node. */
  readonly from: number
  readonly to: number
  readonly old: readonly Node[]
  readonly now: readonly Node[]
}

/** Runs of children that are not the same in both, in order. */
function hunks(before: Node, next: Node): Hunk[] {
  const [old, now] = [before.children, next.children]
  let [head, tail] = [0, 0]
  const most = Math.min(old.length, now.length)
  while (head < most && isSame(old[head], now[head])) head++
  while (tail < most - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail++
  const [was, is] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
  let place = size(old.slice(0, head))
  if (was.length === is.length && was.every((node, at) => isLike(node, is[at])))
    return [{ from: place, to: place + size(was), old: was, now: is }]
  const parts = diffArrays([...was], [...is], { comparator: (a, b) => a.eq(b), timeout: MOST })
  if (!parts) return [{ from: place, to: place + size(was), old: was, now: is }]
  const found: Hunk[] = []
  let removed: Node[] = []
  let added: Node[] = []
  const close = () => {
    if (removed.length + added.length > 0)
      found.push({ from: place, to: place + size(removed), old: removed, now: added })
    place += size(removed)
    removed = []
    added = []
  }
  for (const part of parts) {
    if (part.removed) removed = [...removed, ...part.value]
    else if (part.added) added = [...added, ...part.value]
    else {
      close()
      place += size(part.value)
    }
  }
  close()
  return found
}

const size = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
const isSame = (a: Node | undefined, b: Node | undefined): boolean =>
  a !== undefined && b !== undefined && a.eq(b)
const isLike = (a: Node, b: Node | undefined): boolean => a.type === b?.type

/** Attributes are plain values: JSON says whether two are the same. */
const sameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
