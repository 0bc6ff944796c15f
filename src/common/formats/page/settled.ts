import { Fragment, type Attrs, type Node as PageNode } from 'prosemirror-model'
import { settledLine } from './inline'
import { readPage } from './read'
import { writableLine } from './text-block'
import { writePage } from './write'

/** Of attributes those that say what a page holds: not how it is spelled, and not what only rooms know. */
function settledAttrs(node: PageNode): Attrs {
  const { src: _src, bare: _bare, ...said } = node.attrs
  return node.type.isInGroup('flow') || !('id' in said) ? said : { ...said, id: null }
}

/**
 * A node as reading what is written of it gives it, without what it remembers: two pages with equal settled
 * nodes hold the same. Lines that are bare and empty have no source, and are left out.
 */
export function settled(node: PageNode): PageNode {
  const content = node.inlineContent
    ? node.type.name === 'code_block'
      ? settledLine(node.content, true)
      : writableLine(settledLine(node.content))
    : Fragment.fromArray(node.children.filter((child) => !hasNoSource(child)).map(settled))
  return node.type.create(settledAttrs(node), content)
}

const hasNoSource = (node: PageNode) =>
  node.type.name === 'paragraph' && node.attrs['bare'] === true && settledLine(node.content).size === 0

/**
 * Whether a page that is written is read as the page that it is, all of it. It costs what opening the page
 * costs, so it is for behind the typing.
 */
export function readsBack(page: PageNode): boolean {
  const reading = readPage(writePage(page))
  return 'page' in reading && settled(reading.page).eq(settled(page))
}
