import { bounds, isBeyondBounds } from '../bounds'
import {
  classesOf,
  elementsIn,
  everyElement,
  isElement,
  outermost,
  readElementsWithin,
  type Element,
  type Node
} from '../html'

/** A text that shows nothing. */
export const blank = /^[\s\u200b\u2060\ufeff]*$/

/** Whether the source of a page holds nothing for its readers; what is beyond the bounds holds something. */
export function isEmptyHtml(text: string): boolean {
  try {
    return isEmptyPage(readElementsWithin(text, bounds.emptiedHtml))
  } catch (error) {
    if (isBeyondBounds(error)) return false
    throw error
  }
}

/** Whether a page that was read holds nothing for its readers. */
export function isEmptyPage(roots: readonly Element[]): boolean {
  const content = outermost(roots, 'main')[0] ?? outermost(roots, 'body')[0]
  if (!content) return true
  const form = formIn(content)
  return form ? !holdsData(content, form) : !content.childNodes.some(holdsContent)
}

function formIn(content: Element): Element | undefined {
  for (const element of everyElement(elementsIn(content)))
    if (classesOf(element).includes('da-form')) return element
  return undefined
}

const shownByItself = new Set(['img', 'picture', 'svg', 'table'])
const neverShown = new Set(['script', 'style', 'template', 'noscript'])

function holdsContent(node: Node): boolean {
  if (node.nodeName === '#text' && 'value' in node) return !blank.test(node.value)
  if (!isElement(node) || neverShown.has(node.tagName)) return false
  return shownByItself.has(node.tagName) || node.childNodes.some(holdsContent)
}

/**
 * A structured document (F1): blocks of rows of key and value beside the `da-form` block, which only names
 * the schema.
 */
function holdsData(content: Element, form: Element): boolean {
  return elementsIn(content)
    .flatMap((section) => elementsIn(section))
    .filter((block) => block !== form)
    .flatMap(elementsIn)
    .some((row) => elementsIn(row).slice(1).some(holdsContent))
}
