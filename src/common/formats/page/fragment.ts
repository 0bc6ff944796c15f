import type { Fragment, Node as PageNode } from 'prosemirror-model'
import { bounds, isBeyondBounds } from '../../bounds'
import { isElement, parseHtml, type Element } from '../../html'
import { readLine, type Stretch } from './inline'
import { placeAround } from './island'
import { readChildren } from './read-blocks'
import type { NodeName } from './schema'

/**
 * Reads a source that is to stand in a node of a page, as the nodes that it is; they remember it, and are
 * written as it is. Blanks around it are not of it.
 * @param parent the kind of the node that it is to stand in; one that holds blocks, not letters
 * @returns null where it would not stay what it is there: it is not closed, closes more than it opens, or is
 * nothing
 */
export function readFragment(source: string, parent: NodeName): PageNode[] | null {
  const raw = source.trim()
  return inPlace(raw, placeAround(parent), (html, holder, within) => {
    const found = readChildren({ source: html, hints: new Map() }, holder, within, parent)
    return found && found.nodes.length > 0 ? found.nodes : null
  })
}

/** Reads a source that is to stand in a line; as `readFragment`. */
export function readInLine(source: string): Fragment | null {
  return inPlace(source.trim(), ['<p>', '</p>'], (html, holder, within) => {
    const line = readLine(html, holder.childNodes, within)
    return line && line.size > 0 ? line : null
  })
}

function inPlace<T>(
  raw: string,
  [before, after]: readonly [string, string],
  read: (html: string, holder: Element, within: Stretch) => T | null
): T | null {
  if (raw === '' || raw.includes('\0')) return null
  const html = `<body>${before}${raw}${after}`
  const within = { from: '<body>'.length + before.length, to: '<body>'.length + before.length + raw.length }
  try {
    const holder = holderIn(html, before.split('<').length - 1, within)
    return holder && read(html, holder, within)
  } catch (error) {
    if (isBeyondBounds(error)) return null
    throw error
  }
}

/** The element whose content is exactly this stretch, and beside which there is nothing. */
function holderIn(html: string, depth: number, within: Stretch): Element | null {
  const document = parseHtml(html, { locations: true, within: bounds.pageModel })
  const root = document.childNodes.find(isElement)
  let holder = root?.childNodes.find((node) => isElement(node) && node.tagName === 'body')
  for (let level = 0; level < depth; level += 1) {
    if (!holder || !isElement(holder) || holder.childNodes.length !== 1) return null
    holder = holder.childNodes[0]
  }
  if (!holder || !isElement(holder)) return null
  const place = holder.sourceCodeLocation
  const fits = place?.startTag?.endOffset === within.from && place.endTag?.startOffset === within.to
  return fits ? holder : null
}
