import { Fragment, type Node } from 'prosemirror-model'
import { writePage } from '../../../../../common/formats/page/write'
import { isMetadata } from '../block-names'
import type { Part } from './part-at'

/**
 * The source of a page that is this page with nothing in it but one of its blocks, and what is said about its
 * section.
 */
export function pageOfBlock(doc: Node, { node, pos }: Part): string {
  const section = doc.resolve(pos).node(1)
  const kept = section.children.filter(
    (child) => child === node || (child.type.name === 'block' && isMetadata(String(child.attrs['classes'])))
  )
  return writePage(doc.copy(Fragment.from(section.copy(Fragment.fromArray(kept)))))
}

/**
 * The name under which the page is told that somebody wants to see the block that is chosen as readers do.
 */
export const LOOK_ASKED = 'pe-look'
