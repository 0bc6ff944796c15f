import type { Node } from 'prosemirror-model'
import { webAddressOf } from '../../../../../common/content/web-address'
import { pageSchema } from '../../../../../common/formats/page/schema'
import type { RemoteAt } from './given'

/** Pictures that lie on other servers, in a part of the page. */
export function remotePictures(doc: Node, from = 0, to = doc.content.size): readonly RemoteAt[] {
  const found: RemoteAt[] = []
  doc.nodesBetween(from, to, (node, at) => {
    const url = String(node.attrs['url'])
    if (node.type === pageSchema.nodes.image && webAddressOf(url) !== null) found.push({ at, url })
  })
  return found
}
