import type { FormatName } from './files'
import type { Structure, StructureOptions } from './format'
import { formats } from './table'

/**
 * Compares by structure: sheets and configs by row and cell, other JSON and structured documents by field.
 * @throws GalleyError cancelled · too-large · too-complex
 */
export function compareStructure(
  before: string,
  after: string,
  format: FormatName,
  options: StructureOptions = {}
): Structure {
  return formats[format].compare(before, after, options)
}
