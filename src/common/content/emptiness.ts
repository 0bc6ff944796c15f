import type { DefaultTreeAdapterTypes } from 'parse5'
import { parse } from 'parse5'
import { kindOf } from './media-types'

/**
 * Whether a save with these bytes empties the document (V5): no bytes; HTML whose `main` (or, without one, `body`) holds no
 * text, image or table; a structured document without data; JSON that is `{}`, `[]` or has no rows. Other types: only when
 * there are no bytes. Text too large to be an emptied document is not parsed.
 */
export function emptiesDocument(ext: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  const kind = kindOf(ext)
  if (kind === 'html') return bytes.length <= MAX_HTML_BYTES && isEmptyHtml(decode(bytes))
  if (kind === 'json') return bytes.length <= MAX_JSON_BYTES && isEmptyJson(decode(bytes))
  return false
}

const MAX_HTML_BYTES = 512 * 1024
const MAX_JSON_BYTES = 64 * 1024
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node
const elementsOf = (element: Element) => element.childNodes.filter(isElement)
const blank = /^[\s\u200b\u2060\ufeff]*$/

function isEmptyHtml(text: string): boolean {
  const nodes = parse(text).childNodes
  const content =
    find(nodes, (element) => element.tagName === 'main') ??
    find(nodes, (element) => element.tagName === 'body')
  if (!content) return true
  const form = find(content.childNodes, (element) => classesOf(element).includes('da-form'))
  return form ? !holdsData(content, form) : !content.childNodes.some(holdsContent)
}

function find(nodes: readonly Node[], test: (element: Element) => boolean): Element | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    if (test(node)) return node
    const below = find(node.childNodes, test)
    if (below) return below
  }
  return null
}

function classesOf(element: Element): string[] {
  return element.attrs.find((attribute) => attribute.name === 'class')?.value.split(/\s+/) ?? []
}

const shownByItself = new Set(['img', 'picture', 'svg', 'table'])
const neverShown = new Set(['script', 'style', 'template', 'noscript'])

function holdsContent(node: Node): boolean {
  if (node.nodeName === '#text' && 'value' in node) return !blank.test(node.value)
  if (!isElement(node) || neverShown.has(node.tagName)) return false
  return shownByItself.has(node.tagName) || node.childNodes.some(holdsContent)
}

/** A structured document (F1): blocks of rows of key and value beside the `da-form` block, which only names the schema. */
function holdsData(content: Element, form: Element): boolean {
  return elementsOf(content)
    .flatMap((section) => elementsOf(section))
    .filter((block) => block !== form)
    .flatMap(elementsOf)
    .some((row) => elementsOf(row).slice(1).some(holdsContent))
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
