import { parse, type DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** The page with source positions. Never throws: HTML has no syntax errors. */
export function parsePage(html: string): Element[] {
  return parse(html, { sourceCodeLocationInfo: true }).childNodes.filter(isElement)
}

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
  const waiting = [...roots].reverse()
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element.tagName === tagName) found.push(element)
    else waiting.push(...elementsIn(element).reverse())
  }
  return found
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
 * The text of a cell, trimmed, whatever it is wrapped in. Several paragraphs, and line breaks, become lines; the real format
 * has one paragraph a cell, whose own line breaks stay.
 */
export function textOf(element: Element): string {
  let text = ''
  const waiting: Node[] = [...element.childNodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    if (!isElement(node)) continue
    if (node.tagName === 'br') text += '\n'
    if (lines.has(node.tagName) && text.trim() !== '') text = `${text.trimEnd()}\n`
    waiting.push(...[...node.childNodes].reverse())
  }
  return text.trim()
}

/** The source of the first image that has one, trimmed; `null` without. */
export function imageIn(element: Element): string | null {
  for (const image of outermost([element], 'img')) {
    const source = attribute(image, 'src')?.trim()
    if (source) return source
  }
  return null
}
