import type { Element } from '../structured/page'
import { attribute, blocksOf, classesOf, elementsIn, imageIn, outermost, textOf } from '../structured/page'

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
  for (const row of rows) {
    const cells = Object.entries(row).map(([column, cell]) => [metadataKey(column), textIn(cell)] as const)
    const pattern = cells.find(([column]) => column === 'url')?.[1] ?? ''
    if (!matchesPattern(pattern, webPath)) continue
    for (const [column, cell] of cells)
      if (column !== 'url' && column !== '' && cell !== '') found.set(column, cell)
  }
  return found
}

/** `*` stands for anything within a segment, `**` for anything. In time of pattern × path, whatever the pattern. */
export function matchesPattern(pattern: string, path: string): boolean {
  if (!pattern.startsWith('/')) return false
  const parts = pattern.match(/\*\*|\*|[^*]/gsu) ?? []
  const signs = [...path]
  // how many signs the parts so far can have taken
  let reached = new Set([0])
  for (const part of parts) {
    const next = new Set<number>()
    if (part === '*' || part === '**') {
      for (let count = 0, open = false; count <= signs.length; count++) {
        open = reached.has(count) || (open && (part === '**' || signs[count - 1] !== '/'))
        if (open) next.add(count)
      }
    } else {
      for (const count of reached) if (signs[count] === part) next.add(count + 1)
    }
    reached = next
  }
  return reached.has(signs.length)
}

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
