import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { readPage } from './read'
import { settled } from './settled'
import { writePage } from './write'

/**
 * Whether a page is read again as what it is: `fine`; `mended` where the node at `path` (indexes of children, from the page on) has to be
 * written afresh, without what it remembers; `broken` where that does not help either.
 */
export type Mend =
  | { readonly kind: 'fine' }
  | { readonly kind: 'mended'; readonly path: readonly number[] }
  | { readonly kind: 'broken' }

/**
 * Reads all of a page back that is written, and finds the smallest node that has to be written afresh where something else is read. It costs
 * what opening the page costs, so it is for a thread of its own.
 */
export function mendOf(page: PageNode, write: (page: PageNode) => string = writePage): Mend {
  const read = readAgain(page, write)
  if (read?.eq(settled(page)) === true) return { kind: 'fine' }
  const path = read ? differingPath(settled(page), read) : []
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const tried = path.slice(0, depth)
    const anew = afreshAt(page, tried)
    if (readAgain(anew, write)?.eq(settled(page)) === true) return { kind: 'mended', path: tried }
  }
  return { kind: 'broken' }
}

function readAgain(page: PageNode, write: (page: PageNode) => string): PageNode | null {
  const reading = readPage(write(page))
  return 'page' in reading ? settled(reading.page) : null
}

/** As far down as one child alone differs. */
function differingPath(page: PageNode, read: PageNode): number[] {
  if (page.isTextblock || page.childCount !== read.childCount) return []
  const others = page.children.flatMap((child, at) => (child.eq(read.child(at)) ? [] : [at]))
  const [at, ...more] = others
  if (at === undefined || more.length > 0) return []
  const [one, other] = [page.child(at), read.child(at)]
  return one.type === other.type ? [at, ...differingPath(one, other)] : [at]
}

/** The page with the node at the path written in normal form, with all that is in it. Its head and tail stay. */
export function afreshAt(page: PageNode, path: readonly number[]): PageNode {
  const [at, ...rest] = path
  if (at === undefined)
    return page.type === page.type.schema.topNodeType ? withChildren(page, afresh) : afresh(page)
  return withChildren(page, (child, index) => (index === at ? afreshAt(child, rest) : child))
}

const withChildren = (node: PageNode, change: (child: PageNode, at: number) => PageNode): PageNode =>
  node.copy(Fragment.fromArray(node.children.map(change)))

function afresh(node: PageNode): PageNode {
  if (node.isInline) return node
  const content = node.inlineContent ? node.content : Fragment.fromArray(node.children.map(afresh))
  return node.type.create(
    'src' in node.attrs ? { ...node.attrs, src: null } : node.attrs,
    content,
    node.marks
  )
}
