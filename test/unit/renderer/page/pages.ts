import type { Node } from 'prosemirror-model'

/** Where these words begin in a page. */
export function placeOf(doc: Node, words: string): number {
  let found = -1
  doc.descendants((node, pos) => {
    const at = node.isText ? (node.text ?? '').indexOf(words) : -1
    if (found < 0 && at >= 0) found = pos + at
  })
  if (found < 0) throw new Error(`“${words}” is not in the page.`)
  return found
}
