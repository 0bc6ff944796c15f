import { kindOf } from '../../../../common/formats/media/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { readStructured, type Format } from '../../../../common/compare'

/** How deep a comparison goes: as the reader sees it, by structure, or line by line. */
export type Depth = 'page' | 'structure' | 'text'

export const nameOfDepth: Readonly<Record<Depth, string>> = {
  page: 'As read',
  structure: 'Structure',
  text: 'Text'
}

/** Larger texts are compared line by line only, or not at all, characters. */
const MOST_STRUCTURE = 40_000_000
const MOST_PAGE = 5_000_000

/** The depths in which two texts can be compared; the one that says most to people first. */
export function depthsOf(path: ContentPath, format: Format, before: string, after: string): readonly Depth[] {
  if (isPicture(path)) return ['page', 'text']
  const size = Math.max(before.length, after.length)
  if (format === 'json') return size > MOST_STRUCTURE ? ['text'] : ['structure', 'text']
  if (format === 'text' || size > MOST_PAGE) return ['text']
  const structured = readStructured(before) !== null && readStructured(after) !== null
  return structured ? ['structure', 'page', 'text'] : ['page', 'text']
}

/** A picture that is written as text. */
export const isPicture = (path: ContentPath): boolean => kindOf(splitName(nameOf(path)).ext) === 'image'

const KEY = 'galley.compare.depth'

/** The depth that was last chosen for files of this format; null for the first one. */
export function keptDepth(format: Format): Depth | null {
  const kept = localStorage.getItem(`${KEY}.${format}`)
  return kept === 'page' || kept === 'structure' || kept === 'text' ? kept : null
}

export function keepDepth(format: Format, depth: Depth): void {
  localStorage.setItem(`${KEY}.${format}`, depth)
}
