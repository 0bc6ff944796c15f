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
import { kindOf } from './files'

/**
 * Whether a save with these bytes empties the document (V5): no bytes; HTML whose `main` (or, without one,
 * `body`) holds no text, image or table; a structured document without data; JSON that is `{}`, `[]` or has
 * no rows. Other types: only when there are no bytes. What is too large, or built in too complicated a way,
 * to be an emptied document is none.
 */
export function emptiesDocument(ext: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  const kind = kindOf(ext)
  if (kind === 'html') return bytes.length <= bounds.emptiedHtml.characters && isEmptyHtml(decode(bytes))
  if (kind === 'json') return bytes.length <= bounds.emptiedJson.characters && isEmptyJson(decode(bytes))
  return false
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const blank = /^[\s\u200b\u2060\ufeff]*$/

function isEmptyHtml(text: string): boolean {
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

function isEmptyJson(text: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return blank.test(text)
  }
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || value === null) return false
  return Object.keys(value).length === 0 || hasNoRows(value)
}

/** A sheet, or several, none of which has a row. */
function hasNoRows(value: object): boolean {
  const member = (object: object, key: string): unknown =>
    Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined
  const isEmptySheet = (sheet: unknown): boolean => {
    if (typeof sheet !== 'object' || sheet === null) return false
    const data = member(sheet, 'data')
    return Array.isArray(data) && data.length === 0
  }
  const names = member(value, ':names')
  if (Array.isArray(names))
    return names.every((name) => typeof name === 'string' && isEmptySheet(member(value, name)))
  const isSheet = member(value, ':type') === 'sheet' || typeof member(value, 'total') === 'number'
  return isSheet && isEmptySheet(value)
}
