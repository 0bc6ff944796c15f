import type { Stop } from '../../core/stop'
import { parseHtml, pushReversed, type Element, type HtmlDocument, type Node } from '../../../html'

/** An element of a page as it is written. Leads, tags and children together are its source, sign for sign. */
export interface Piece {
  readonly tag: string
  /** The first class, which names a block; else ''. */
  readonly name: string
  /** What stands before it and belongs to no element: blanks, comments. */
  readonly lead: string
  readonly open: string
  /**
   * Null for an element with text of its own, or without elements that stand for themselves: it is merged by
   * words.
   */
  readonly children: readonly Piece[] | null
  /** What stands between its tags, for an element without children. */
  readonly inner: string
  /** What stands behind its last child and before its end. */
  readonly tail: string
  readonly close: string
}

const inline = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark picture q s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' '
  )
)
/** Their source is no markup to look into. */
const opaque = new Set([
  'script',
  'style',
  'template',
  'textarea',
  'title',
  'svg',
  'math',
  'iframe',
  'noscript',
  'pre'
])

/** The source between the tags, and the whole element, without its lead. */
export function sourceOf(piece: Piece): string {
  return `${piece.open}${innerOf(piece)}${piece.close}`
}

export function innerOf({ children, inner, tail }: Piece): string {
  return children ? children.map((child) => child.lead + sourceOf(child)).join('') + tail : inner
}

/**
 * The whole page as one piece, whose children are the outermost elements that somebody has written.
 * @throws GalleyError too-large · too-complex · cancelled
 */
export function readPieces(source: string, stop: Stop): Piece {
  return piecesOf(source, parseHtml(source, { locations: true, step: stop }), stop)
}

/**
 * The same of a page that is parsed already, with the places of its elements.
 * @throws GalleyError cancelled
 */
export function piecesOf(source: string, document: HtmlDocument, stop: Stop): Piece {
  const page = { tag: '#page', name: '', lead: '', open: '', close: '' }
  const children = piecesIn(document.childNodes, 0, source.length, source, 0, stop)
  return children ? { ...page, ...children, inner: '' } : { ...page, children: null, inner: source, tail: '' }
}

const MAX_DEPTH = 60

interface Content {
  readonly children: readonly Piece[]
  readonly tail: string
}

/** Null when there is text between the elements, or when broken markup makes their places overlap. */
function piecesIn(
  nodes: readonly Node[],
  start: number,
  end: number,
  source: string,
  depth: number,
  stop: Stop
): Content | null {
  const written = writtenIn(nodes)
  if (!written || !written.some(({ tagName }) => !inline.has(tagName))) return null
  const children: Piece[] = []
  let at = start
  for (const element of written) {
    const place = element.sourceCodeLocation
    if (!place || place.startOffset < at || place.endOffset > end) return null
    children.push(pieceOf(element, source.slice(at, place.startOffset), source, depth, stop))
    at = place.endOffset
  }
  return { children, tail: source.slice(at, end) }
}

/**
 * The elements that have a place in the source; those that the parser adds give way to what they hold. Null
 * with text.
 */
function writtenIn(nodes: readonly Node[]): Element[] | null {
  const found: Element[] = []
  const waiting: Node[] = []
  pushReversed(waiting, nodes)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') return null
    if (!('tagName' in node)) continue
    if (node.sourceCodeLocation?.startTag) found.push(node)
    else if (node.sourceCodeLocation) return null
    else pushReversed(waiting, node.childNodes)
  }
  return found
}

function pieceOf(element: Element, lead: string, source: string, depth: number, stop: Stop): Piece {
  stop()
  const place = element.sourceCodeLocation
  const startTag = place?.startTag
  const [start, end] = [place?.startOffset ?? 0, place?.endOffset ?? 0]
  const contentStart = startTag?.endOffset ?? start
  const contentEnd = place?.endTag?.startOffset ?? end
  const base = {
    tag: element.tagName,
    name:
      element.attrs
        .find(({ name }) => name === 'class')
        ?.value.trim()
        .split(/\s+/)[0] ?? '',
    lead,
    open: source.slice(start, contentStart),
    close: source.slice(contentEnd, end)
  }
  const isLooked = depth < MAX_DEPTH && !opaque.has(element.tagName) && contentStart <= contentEnd
  const content = isLooked
    ? piecesIn(element.childNodes, contentStart, contentEnd, source, depth + 1, stop)
    : null
  if (content) return { ...base, ...content, inner: '' }
  return { ...base, children: null, inner: source.slice(contentStart, contentEnd), tail: '' }
}

/** How the page is built, as text: equal for two pages of the same elements with the same sources. */
export function buildOf(piece: Piece): string {
  const inside = piece.children?.length ? piece.children.map(buildOf).join('\u0001') : innerOf(piece)
  return `${piece.open}\u0002${inside}\u0003${piece.close}`
}
