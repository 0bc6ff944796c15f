import type { Node as PageNode } from 'prosemirror-model'
import { pageSchema } from '../schema'

const { nodes } = pageSchema

/** A line that says itself that it is an item of a list, and how deep it lies: how Word writes lists. */
export interface ListLine {
  /** Which list it is of: two that follow each other stay two. */
  readonly list: string
  /** From 1. */
  readonly level: number
  readonly ordered: boolean
  readonly start: number
  readonly content: readonly PageNode[]
}

interface OpenList {
  readonly level: number
  readonly line: ListLine
  readonly items: PageNode[][]
}

/** Lines that follow each other, as lists in lists. */
export function listsOf(lines: readonly ListLine[]): PageNode[] {
  const done: PageNode[] = []
  const open: OpenList[] = []
  const close = () => {
    const list = open.pop()
    if (!list) return
    const made = listOf(list.line.ordered, list.line.start, list.items.map(itemOf))
    const outer = open.at(-1)?.items.at(-1)
    if (outer) outer.push(made)
    else done.push(made)
  }
  for (const line of lines) {
    while ((open.at(-1)?.level ?? 0) > line.level) close()
    const same = open.at(-1)
    if (same?.level === line.level && !isSameList(same.line, line)) close()
    if (open.at(-1)?.level !== line.level) open.push({ level: line.level, line, items: [] })
    open.at(-1)?.items.push([...line.content])
  }
  while (open.length > 0) close()
  return done
}

const isSameList = (one: ListLine, other: ListLine) =>
  one.ordered === other.ordered && one.list === other.list

/** A list of these items. */
export function listOf(ordered: boolean, start: number, items: readonly PageNode[]): PageNode {
  return ordered
    ? nodes.ordered_list.create({ start }, [...items])
    : nodes.bullet_list.create(null, [...items])
}

/** An item: a line that stands in it alone, or before a list, has no element of its own. */
export const itemOf = (content: readonly PageNode[]): PageNode => nodes.list_item.create(null, loose(content))

/** What stands in an item or a cell: its only paragraph, if it comes first, stands there bare. */
export function loose(content: readonly PageNode[]): PageNode[] {
  const [first, ...others] = content
  if (first?.type !== nodes.paragraph || others.some(({ isTextblock }) => isTextblock)) return [...content]
  return [nodes.paragraph.create({ bare: true }, first.content), ...others]
}
