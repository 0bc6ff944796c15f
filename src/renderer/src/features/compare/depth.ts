import { kindOf } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { readStructured, type FormatName } from '../../../../common/compare'
import { keep, keptText } from '../../state/keep'

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
export function depthsOf(
  path: ContentPath,
  format: FormatName,
  before: string,
  after: string
): readonly Depth[] {
  if (isPicture(path)) return ['page', 'text']
  const size = Math.max(before.length, after.length)
  if (format === 'json') return size > MOST_STRUCTURE ? ['text'] : ['structure', 'text']
  if (format !== 'page' || size > MOST_PAGE) return ['text']
  const structured = readStructured(before) !== null && readStructured(after) !== null
  return structured ? ['structure', 'page', 'text'] : ['page', 'text']
}

/** A picture that is written as text. */
export const isPicture = (path: ContentPath): boolean => kindOf(splitName(nameOf(path)).ext) === 'image'

/** What windows have kept so far calls pages by their language. */
const keyOf = (format: FormatName) => `galley.compare.depth.${format === 'page' ? 'html' : format}`

/** The depth that was last chosen for files of this format; null for the first one. */
export function keptDepth(format: FormatName): Depth | null {
  const kept = keptText(keyOf(format))
  return kept === 'page' || kept === 'structure' || kept === 'text' ? kept : null
}

export function keepDepth(format: FormatName, depth: Depth): void {
  keep(keyOf(format), depth)
}
