import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { readPage } from './read'
import { settled } from './settled'
import { writePage } from './write'

/**
 * Whether a page is read again as what it is: `fine`; `mended` where the node at `path` (indexes of children,
 * from the page on) has to be written afresh, without what it remembers; `broken` where that does not help
 * either.
 */
export type Mend =
  | { readonly kind: 'fine' }
  | { readonly kind: 'mended'; readonly path: readonly number[] }
  | { readonly kind: 'broken' }

/**
 * Reads all of a page back that is written, and finds the smallest node that has to be written afresh where
 * something else is read. It costs what opening the page costs, so it is for a thread of its own.
 */
export function mendOf(page: PageNode, write: Writer = writePage): Mend {
  const read = readAgain(page, write)
  if (read === 'unsaid' || read?.eq(settled(page)) === true) return { kind: 'fine' }
  const path = read ? differingPath(settled(page), read) : []
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const tried = path.slice(0, depth)
    if (isReadAs(page, afreshAt(page, tried), write)) return { kind: 'mended', path: tried }
  }
  return { kind: 'broken' }
}

/** Whether all of a page is read as what it is. It costs as much as `mendOf` where nothing differs. */
export const isReadBack = (page: PageNode, write: Writer = writePage): boolean => isReadAs(page, page, write)

/**
 * Whether what is new in a page is read as what it is, each piece of a section by itself: it costs as much as
 * what has changed, so it is for before a save.
 * @param known the pieces of which that is known
 */
export const isNewReadBack = (page: PageNode, known: WeakSet<PageNode>, write: Writer = writePage): boolean =>
  page.children.every((section) =>
    section.children.every((piece) => {
      if (known.has(piece)) return true
      const alone = page.copy(Fragment.from(section.copy(Fragment.from(piece))))
      return isReadAs(alone, alone, write)
    })
  )

/** What `isNewReadBack` looks at. */
export const piecesOf = (page: PageNode): readonly PageNode[] =>
  page.children.flatMap((section) => section.children)

type Writer = (page: PageNode) => string

function isReadAs(page: PageNode, written: PageNode, write: Writer): boolean {
  const read = readAgain(written, write)
  return read === 'unsaid' || read?.eq(settled(page)) === true
}

/** Null: it is no page any more; `unsaid`: it is more than is read, so that nothing can be said of it. */
function readAgain(page: PageNode, write: Writer): PageNode | 'unsaid' | null {
  const reading = readPage(write(page))
  if ('page' in reading) return settled(reading.page)
  return ['too-large', 'too-complex'].includes(reading.refused.reason) ? 'unsaid' : null
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

/**
 * The page with the node at the path written in normal form, with all that is in it. Its head and tail stay.
 */
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
