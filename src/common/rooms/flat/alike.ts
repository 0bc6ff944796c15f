import { Fragment, type Node as PageNode } from 'prosemirror-model'

/** Numbers for blocks that say the same, however they are spelled. */
export class Alike {
  private readonly numbers = new Map<string, number>()
  private readonly known = new WeakMap<PageNode, number>()

  /** The number of a block: the same for all that say the same. */
  of(node: PageNode): number {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const { src: _src, bare: _bare, ...said } = node.attrs
    const inside = node.isTextblock
      ? JSON.stringify(node.content.toJSON())
      : node.children.map((one) => this.of(one))
    const key = `${node.type.name} ${JSON.stringify(said)} ${String(inside)}`
    const number = this.numbers.get(key) ?? this.numbers.size
    this.numbers.set(key, number)
    this.known.set(node, number)
    return number
  }

  /** What names a block that all of these pages have, in the same words. */
  inAll(pages: readonly PageNode[]): (node: PageNode) => string | undefined {
    const [first, ...others] = pages.map((page) => this.allIn(page))
    const shared = new Set([...(first ?? [])].filter((number) => others.every((one) => one.has(number))))
    return (node) => {
      const number = this.of(node)
      return shared.has(number) ? String(number) : undefined
    }
  }

  private allIn(page: PageNode): Set<number> {
    const found = new Set<number>()
    page.descendants((node) => {
      if (node.isBlock) found.add(this.of(node))
      return !node.isTextblock
    })
    return found
  }
}

/** A page made of the blocks of another one, wherever one of these is the same. */
export function madeOf(page: PageNode, other: PageNode): PageNode {
  const alike = new Alike()
  const known = new Map<number, PageNode[]>()
  other.descendants((node) => {
    if (node.isBlock) known.set(alike.of(node), [...(known.get(alike.of(node)) ?? []), node])
    return !node.isTextblock
  })
  const same = (node: PageNode): PageNode => {
    const found = node.isBlock ? known.get(alike.of(node)) : undefined
    const at = found?.findIndex((one) => one.eq(node)) ?? -1
    // each is taken once, in order: what stands twice is two blocks
    const [taken] = found && at >= 0 ? found.splice(at, 1) : []
    if (taken || node.isTextblock || node.isLeaf) return taken ?? node
    return node.copy(Fragment.fromArray(node.children.map(same)))
  }
  return page.copy(Fragment.fromArray(page.children.map(same)))
}
