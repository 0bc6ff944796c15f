import type { DefaultTreeAdapterTypes, ParserError, Token } from 'parse5'

export type HtmlDocument = DefaultTreeAdapterTypes.Document
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element
export type Fragment = DefaultTreeAdapterTypes.DocumentFragment
type Template = DefaultTreeAdapterTypes.Template
/**
 * Of which nodes the places in the source are kept: the outermost element is at depth 1. An element has its
 * attributes by then.
 */
export type KeepPlace = (node: Node | HtmlDocument | Fragment | Template, depth: number) => boolean
/** A stretch of the source: lines and columns count from 1. */
export type Place = Token.Location
export type ParseProblem = ParserError

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function elementsIn(element: Element): Element[] {
  return element.childNodes.filter(isElement)
}

/** `main > div > div`: the blocks of a page, of every `main` that does not lie inside another. */
export function blocksOf(roots: readonly Element[]): Element[] {
  return outermost(roots, 'main').flatMap(elementsIn).filter(isDiv).flatMap(elementsIn).filter(isDiv)
}

/** All elements of that name, in document order, without those inside another of them. */
export function outermost(roots: readonly Element[], tagName: string): Element[] {
  const found: Element[] = []
  const waiting: Node[] = []
  pushReversed(waiting, roots)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue
    if (node.tagName === tagName) found.push(node)
    else pushReversed(waiting, node.childNodes)
  }
  return found
}

/** The elements themselves and all that lie in them, in document order. */
export function* everyElement(roots: readonly Element[]): Generator<Element> {
  const waiting: Node[] = []
  pushReversed(waiting, roots)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue
    yield node
    pushReversed(waiting, node.childNodes)
  }
}

/**
 * Puts what is to be seen next on a stack, the first on top. One by one: an element may hold more than a call
 * takes arguments.
 */
export function pushReversed<T>(waiting: T[], items: readonly T[]): void {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at]
    if (item !== undefined) waiting.push(item)
  }
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((one) => one.name === name)?.value ?? null
}

export function classesOf(element: Element): string[] {
  return (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
}

const isDiv = (element: Element) => element.tagName === 'div'
const lines = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'li'])

/**
 * The text of a cell, trimmed, whatever it is wrapped in. Several paragraphs, and line breaks, become lines;
 * the real format has one paragraph a cell, whose own line breaks stay.
 * @param most ends the reading once there are that many characters
 */
export function textOf(element: Element, most = Infinity): string {
  const written: string[] = []
  let line = ''
  let length = 0
  const waiting: Node[] = []
  pushReversed(waiting, element.childNodes)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) {
      line += node.value
      length += node.value.length
      if (length >= most) break
    }
    if (!isElement(node)) continue
    if (node.tagName === 'br') line += '\n'
    if (lines.has(node.tagName)) {
      if (line.trim() !== '') written.push(`${line.trimEnd()}\n`)
      line = ''
    }
    pushReversed(waiting, node.childNodes)
  }
  return (written.join('') + line).slice(0, most).trim()
}

/** The source of the first image that has one, trimmed; `null` without. */
export function imageIn(element: Element): string | null {
  for (const image of outermost([element], 'img')) {
    const source = attribute(image, 'src')?.trim()
    if (source) return source
  }
  return null
}
