import { parseHtml, type Element, type KeepPlace, type Node } from '../../../html'
import type { Stop } from '../../core/stop'
import { isUnread, readBlock, type Block, type Range } from './block'
import { shortened, type Shortened } from './shortened'

export interface Section {
  /** `section` for what lies in `main`; else the element: `header`, `footer` … */
  readonly kind: string
  readonly range: Range
  /** The source between its tags. */
  readonly content: Range
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Indexes of its blocks among all of the page. */
  readonly blocks: readonly number[]
}

/** A page as a reader meets it: sections of blocks, each with its place in the source. */
export interface PageLines {
  readonly source: string
  readonly sections: readonly Section[]
  readonly blocks: readonly Block[]
}

/**
 * Reads a page with source positions.
 * @param shorten what the parser need not read is left out by it
 * @throws GalleyError too-large · too-complex · cancelled
 */
export function readLines(
  source: string,
  stop: Stop,
  shorten: (source: string) => Shortened = shortened
): PageLines {
  const short = shorten(source)
  const page = pageIn(source, short, isTold, stop)
  // where broken markup has moved elements, a block may have been deeper when it was read
  return page.blocks.every(({ range }) => range) ? page : pageIn(source, short, true, stop)
}

/** `html`, `body`, `main`, its sections and their blocks. */
const BLOCK_DEPTH = 5

/**
 * What is told with its place in the source; keeping the places of all else would double the time of reading.
 */
const isTold: KeepPlace = (node, depth) =>
  depth <= BLOCK_DEPTH || ('tagName' in node && isUnread(node.tagName))

function pageIn(source: string, short: Shortened, locations: true | KeepPlace, stop: Stop): PageLines {
  const document = parseHtml(short.text, { locations, step: stop })
  const body = elementsIn(elementsIn(document).find((one) => one.tagName === 'html')).find(
    (one) => one.tagName === 'body' || one.tagName === 'frameset'
  )
  const blocks: Block[] = []
  const page = { source, expand: short.expand, toSource: short.toSource }
  const sections = holdersIn(body).map(({ kind, element }, section): Section => {
    const own: number[] = []
    for (const node of element.childNodes) {
      const block = readBlock(node, section, page, stop)
      if (!block) continue
      own.push(blocks.length)
      blocks.push(block)
    }
    return {
      kind,
      ...rangesOf(element, source, short.toSource),
      attributes: element.attrs.map(({ name, value }) => [name, value] as const),
      blocks: own
    }
  })
  return { source, sections, blocks }
}

interface Holder {
  readonly kind: string
  readonly element: Element
}

const landmarks = new Set(['main', 'header', 'footer', 'nav', 'aside'])

/** The sections of the page: those in `main`, and its landmarks; a page without them is one section. */
function holdersIn(body: Element | undefined): Holder[] {
  if (!body) return []
  const children = elementsIn(body)
  if (!children.some(({ tagName }) => tagName === 'main')) return [{ kind: 'section', element: body }]
  return children.flatMap((element): Holder[] => {
    const { tagName } = element
    if (tagName !== 'main') return [{ kind: landmarks.has(tagName) ? tagName : 'other', element }]
    const inside = elementsIn(element)
    const divided = inside.length > 0 && inside.every((one) => one.tagName === 'div') && !holdsText(element)
    return divided
      ? inside.map((section) => ({ kind: 'section', element: section }))
      : [{ kind: 'section', element }]
  })
}

const holdsText = (element: Element) =>
  element.childNodes.some((node) => node.nodeName === '#text' && 'value' in node && node.value.trim() !== '')

const isElement = (node: Node): node is Element => 'tagName' in node

function elementsIn(parent: { readonly childNodes: readonly Node[] } | undefined): Element[] {
  return parent ? parent.childNodes.filter(isElement) : []
}

function rangesOf(
  element: Element,
  source: string,
  toSource: (offset: number) => number
): { range: Range; content: Range } {
  const place = element.sourceCodeLocation
  if (!place) return { range: { start: 0, end: source.length }, content: { start: 0, end: source.length } }
  const range = { start: toSource(place.startOffset), end: toSource(place.endOffset) }
  return {
    range,
    content: {
      start: place.startTag ? toSource(place.startTag.endOffset) : range.start,
      end: place.endTag ? toSource(place.endTag.startOffset) : range.end
    }
  }
}
