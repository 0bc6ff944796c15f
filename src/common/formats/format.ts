import type { JsonValue } from '../json/value'
import type { MergeOptions, TextsMerge } from './core/outcome'
import type { ThreeTexts } from './core/validity'
import type { FieldGroup, FieldsStructure } from './json/diff/fields'
import type { PageOptions } from './page/format'
import type { SheetsStructure } from './sheet/format'

/**
 * What the app can do with the texts of one format. A new format is a folder with one of these, its files in
 * `files.ts` and a line in `table.ts`.
 */
export interface Format {
  /**
   * Merges three texts (MG1 … MG6); null for what cannot be read as what it is, or would not read back (MG7).
   * @throws GalleyError cancelled · too-large · too-complex
   */
  readonly merge: (texts: ThreeTexts, options: MergeOptions) => TextsMerge | null
  /** Compares two states by structure (D12). @throws GalleyError cancelled · too-large · too-complex */
  readonly compare: (before: string, after: string, options: StructureOptions) => Structure
  /**
   * One line about two different texts; null where only their lines tell.
   * @throws GalleyError cancelled · too-large · too-complex
   */
  readonly summary: (before: string, after: string, options: StructureOptions) => string | null
  /** The text with this value in the place of its fields (D5); null when it has none. */
  readonly written: (
    now: string,
    of: FieldGroup['of'],
    value: JsonValue,
    options: StructureOptions
  ) => string | null
}

/** All that a format may ask to compare by structure. */
export type StructureOptions = PageOptions

/** Two states compared by their structure (D12). */
export type Structure = FieldsStructure | SheetsStructure
