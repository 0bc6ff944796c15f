import { bounds } from '../bounds'
import type { Element, Node } from '../html'
import {
  attribute,
  blocksOf,
  classesOf,
  elementsIn,
  imageIn,
  isElement,
  outermost,
  pushReversed,
  textOf
} from '../html'
import { matchesPattern } from './path-pattern'

/**
 * What a page says about itself: lower-case keys with dashes, in order; a key that is there several times has
 * a value for each.
 */
export type PageMetadata = ReadonlyMap<string, readonly string[]>

/** What counts where only one value can: the last. `''` for none. */
export const saidIn = (metadata: PageMetadata, key: string): string => metadata.get(key)?.at(-1) ?? ''

/** The blocks that hold a page's metadata: they are not part of what readers see. */
export function metadataBlocks(page: readonly Element[]): Element[] {
  return blocksOf(page).filter((block) => classesOf(block)[0]?.toLowerCase() === 'metadata')
}

/**
 * The rows of the page's metadata blocks: an image counts by its source, a link by its address, else the
 * text.
 */
export function metadataIn(page: readonly Element[]): PageMetadata {
  const found = new Map<string, string[]>()
  for (const block of metadataBlocks(page)) {
    for (const [key, value] of elementsIn(block).map(elementsIn)) {
      if (!key || !value) continue
      const name = metadataKey(textOf(key))
      if (name === '') continue
      const known = found.get(name)
      if (known) known.push(valueOf(name, value))
      else found.set(name, [valueOf(name, value)])
    }
  }
  return found
}

/** `Page Title` → `page-title`. A colon and an underscore stay: `og:image`, `published_time`. */
export function metadataKey(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:_]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}

/**
 * What a site's `metadata` sheet says, read once for all pages. Plain data, so that it can be read in another
 * thread.
 */
export interface BulkRules {
  /** In the order of the sheet. */
  readonly rules: readonly {
    readonly pattern: string
    readonly cells: readonly (readonly [key: string, value: string])[]
  }[]
  /** The rules without a wildcard, by the path that they are about. */
  readonly exact: ReadonlyMap<string, readonly number[]>
  /** The others. Those beyond the bound of a sheet say nothing. */
  readonly wild: readonly number[]
}

/**
 * Rows have a `URL` pattern (`*` within a segment, `**` across) and further columns; what a cell leaves empty
 * says nothing.
 */
export function bulkRules(rows: readonly Readonly<Record<string, unknown>>[]): BulkRules {
  const keys = new Map<string, string>()
  const keyOf = (column: string): string => {
    const known = keys.get(column) ?? metadataKey(column)
    keys.set(column, known)
    return known
  }
  const rules = rows.flatMap((row) => {
    const cells = Object.entries(row).map(([column, cell]) => [keyOf(column), textIn(cell)] as const)
    const pattern = cells.find(([column]) => column === 'url')?.[1] ?? ''
    return pattern.startsWith('/')
      ? [{ pattern, cells: cells.filter(([key, value]) => key !== 'url' && key !== '' && value !== '') }]
      : []
  })
  const exact = new Map<string, number[]>()
  const wild: number[] = []
  rules.forEach(({ pattern }, at) => {
    const same = exact.get(pattern)
    if (same) same.push(at)
    else if (!pattern.includes('*')) exact.set(pattern, [at])
    else if (wild.length < bounds.siteSheet.wildcards) wild.push(at)
  })
  return { rules, exact, wild }
}

/** What the rules give one page: later ones go over earlier ones, and `""` takes away what they said. */
export function metadataFor({ rules, exact, wild }: BulkRules, webPath: string): PageMetadata {
  const matching = wild.filter((at) => matchesPattern(rules[at]?.pattern ?? '', webPath))
  const found = new Map<string, readonly string[]>()
  for (const at of [...matching, ...(exact.get(webPath) ?? [])].sort((a, b) => a - b))
    for (const [key, value] of rules[at]?.cells ?? [])
      if (value === '""') found.delete(key)
      else found.set(key, [value])
  return found
}

function valueOf(name: string, cell: Element): string {
  if (name === 'json-ld') return wholeText(cell).trim()
  const text = listIn(cell)?.join(', ') ?? textOf(cell)
  const image = imageIn(cell)
  if (image !== null && text === '') return image
  const link = name === 'image' || name === 'og:image' ? outermost([cell], 'a')[0] : undefined
  return (link && attribute(link, 'href')?.trim()) || text
}

/**
 * Items of a list, or paragraphs, are one value with commas between, as everywhere with such pages; null for
 * other cells.
 */
function listIn(cell: Element): string[] | null {
  const [first] = elementsIn(cell)
  if (first?.tagName === 'ul' || first?.tagName === 'ol')
    return elementsIn(first).flatMap((item) => textOf(item) || [])
  return first?.tagName === 'p' && elementsIn(cell).length > 1
    ? elementsIn(cell).flatMap((item) => textOf(item) || [])
    : null
}

/** Every sign of it: what stands in JSON is nobody's line. */
function wholeText(element: Element): string {
  let text = ''
  const waiting: Node[] = []
  pushReversed(waiting, element.childNodes)
  for (let node = waiting.pop(); node; node = waiting.pop())
    if (isElement(node)) pushReversed(waiting, node.childNodes)
    else if (node.nodeName === '#text' && 'value' in node) text += node.value
  return text
}

const textIn = (cell: unknown): string =>
  typeof cell === 'string'
    ? cell.trim()
    : typeof cell === 'number' || typeof cell === 'boolean'
      ? String(cell)
      : ''
