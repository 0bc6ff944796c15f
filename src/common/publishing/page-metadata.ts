import type { Element } from '../html'
import { attribute, blocksOf, classesOf, elementsIn, imageIn, outermost, textOf } from '../html'
import { matchesPattern } from './path-pattern'

/** What a page says about itself: lower-case keys with dashes, in order. */
export type PageMetadata = ReadonlyMap<string, string>

/** The blocks that hold a page's metadata: they are not part of what readers see. */
export function metadataBlocks(page: readonly Element[]): Element[] {
  return blocksOf(page).filter((block) => classesOf(block)[0]?.toLowerCase() === 'metadata')
}

/** The rows of the page's metadata blocks: an image counts by its source, a link by its address, else the text. */
export function metadataIn(page: readonly Element[]): PageMetadata {
  const found = new Map<string, string>()
  for (const block of metadataBlocks(page)) {
    for (const [key, value] of elementsIn(block).map(elementsIn)) {
      if (!key || !value) continue
      const name = metadataKey(textOf(key))
      if (name !== '') found.set(name, valueOf(name, value))
    }
  }
  return found
}

/** `Page Title` → `page-title`. A colon stays: `og:image`. */
export function metadataKey(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/**
 * The metadata that a site's `metadata` sheet gives a page: each row has a `URL` pattern (`*` within a segment, `**` across) and further
 * columns; later rows go over earlier ones, and what a cell leaves empty says nothing.
 */
export function bulkMetadata(
  rows: readonly Readonly<Record<string, unknown>>[],
  webPath: string
): PageMetadata {
  const found = new Map<string, string>()
  for (const { pattern, cells } of rulesIn(rows)) {
    if (!matchesPattern(pattern, webPath)) continue
    for (const [column, cell] of cells) found.set(column, cell)
  }
  return found
}

interface BulkRule {
  readonly pattern: string
  readonly cells: readonly (readonly [column: string, text: string])[]
}

/** The rows as every page of the site asks them: read once. */
function rulesIn(rows: readonly Readonly<Record<string, unknown>>[]): readonly BulkRule[] {
  const known = rulesByRows.get(rows)
  if (known) return known
  const rules = rows.flatMap((row): BulkRule[] => {
    const cells = Object.entries(row).map(([column, cell]) => [metadataKey(column), textIn(cell)] as const)
    const pattern = cells.find(([column]) => column === 'url')?.[1] ?? ''
    if (!pattern.startsWith('/')) return []
    return [
      { pattern, cells: cells.filter(([column, cell]) => column !== 'url' && column !== '' && cell !== '') }
    ]
  })
  rulesByRows.set(rows, rules)
  return rules
}

const rulesByRows = new WeakMap<readonly Readonly<Record<string, unknown>>[], readonly BulkRule[]>()

function valueOf(name: string, cell: Element): string {
  const image = imageIn(cell)
  if (image !== null && textOf(cell) === '') return image
  const link = name === 'image' || name === 'og:image' ? outermost([cell], 'a')[0] : undefined
  return (link && attribute(link, 'href')?.trim()) || textOf(cell)
}

const textIn = (cell: unknown): string =>
  typeof cell === 'string'
    ? cell.trim()
    : typeof cell === 'number' || typeof cell === 'boolean'
      ? String(cell)
      : ''
