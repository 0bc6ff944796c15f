import { isBeyondBounds } from '../bounds'
import type { FormatName } from './files'
import type { StructureOptions } from './format'
import { formats } from './table'
import { diffText, summariseText } from './text/diff'

/**
 * One line for the timeline about two states of a file, in the words of its format. What cannot be read as
 * that, and what is beyond the bounds, is told as text. Empty when nothing changed.
 * @throws GalleyError cancelled
 */
export function summariseChange(
  format: FormatName,
  before: string,
  after: string,
  options: StructureOptions = {}
): string {
  if (before === after) return ''
  return summaryIn(format, before, after, options) ?? summariseText(diffText(before, after, options))
}

function summaryIn(
  format: FormatName,
  before: string,
  after: string,
  options: StructureOptions
): string | null {
  try {
    return formats[format].summary(before, after, options)
  } catch (error) {
    if (isBeyondBounds(error)) return null
    throw error
  }
}
