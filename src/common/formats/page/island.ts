import type { Node as PageNode } from 'prosemirror-model'
import { isElement, parseHtml } from '../../html'
import { isClosed } from './inline'
import { escapeText } from './tags'

/**
 * What lies around an island where it is read: a part of a table is one in a table alone, and an item ends
 * the item that it is put into.
 */
const around: Readonly<Record<string, readonly [before: string, after: string]>> = {
  list_item: ['<ul><li>', '</li></ul>'],
  table: ['<table>', '</table>'],
  table_part: ['<table><tbody>', '</tbody></table>'],
  table_row: ['<table><tbody><tr>', '</tr></tbody></table>']
}
const beside = ['<div>', '</div>'] as const
/** What lies around a source that is read as if it stood in such a node. */
export const placeAround = (parent: string): readonly [before: string, after: string] =>
  around[parent] ?? beside
const placeOf = (parent: string) => (parent in around ? parent : 'flow')

/** Where each island is known to be read as one, so that a page is not read once more to be written. */
const known = new WeakMap<PageNode, string>()

/** Remembers that an island has been read as one in such a parent. */
export function knowIsland(island: PageNode, parent: string): PageNode {
  known.set(island, placeOf(parent))
  return island
}

/**
 * The source of an island. What would not be read as one thing that ends by itself, which only a forged one
 * can hold, is written as the text that it is.
 */
export function islandSource(island: PageNode, parent: string): string {
  const raw = String(island.attrs['raw'])
  return standsIn(island, parent) ? raw : `<p>${escapeText(raw)}</p>`
}

/** Whether an island can be written as it is in such a parent. */
export function standsIn(island: PageNode, parent: string): boolean {
  if (known.get(island) === placeOf(parent)) return true
  if (!isWhole(String(island.attrs['raw']), placeAround(parent))) return false
  knowIsland(island, parent)
  return true
}

/**
 * Whether a source is one thing that ends by itself, so that it can stand there as an island.
 * @param parent the node that it lies in
 */
export const isIslandSource = (raw: string, parent: string): boolean => isWhole(raw, placeAround(parent))

function isWhole(raw: string, [before, after]: readonly [string, string]): boolean {
  const html = `<body>${before}${raw}${after}`
  const from = '<body>'.length + before.length
  const root = parseHtml(html, { locations: true }).childNodes.find(isElement)
  let level = root?.childNodes.find((node) => isElement(node) && node.tagName === 'body')
  for (let depth = before.split('<').length; depth > 0; depth -= 1) {
    if (!level || !isElement(level) || level.childNodes.length !== 1) return false
    level = level.childNodes[0]
  }
  const place = level?.sourceCodeLocation
  if (!level || place?.startOffset !== from || place.endOffset !== from + raw.length) return false
  return isElement(level) ? isClosed(level, html) : !raw.includes('\0')
}
