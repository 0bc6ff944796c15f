import { type FormatName } from './files'
import { isBeyondBounds } from '../bounds'
import { parseJson } from '../json'
import { objectOf, type JsonValue, type Schema } from '../schema'
import { parseDocument, typedData, type StructuredDocument } from './structured'
import type { StopOptions } from './core/stop'
import { diffJson } from './json/diff/diff'
import type { JsonComparison } from './json/diff/restore'
import { describeJson, type ChangeWords } from './json/diff/words'
import { diffWorkbooks } from './sheet/diff/diff'
import type { WorkbookComparison } from './sheet/diff/restore'
import { readWorkbook } from './sheet/diff/workbook'

export interface StructureOptions extends StopOptions {
  /** Types and titles of a structured document. */
  readonly schema?: Schema | null
}

/** Fields that were compared, and what changed of them in words. */
export interface FieldGroup {
  /** `properties`: what a structured document says about itself, its title for one. */
  readonly of: 'data' | 'properties'
  readonly comparison: JsonComparison
  readonly words: readonly ChangeWords[]
}

/** Two states compared by their structure (D12). */
export type Structure =
  | { readonly kind: 'fields'; readonly groups: readonly FieldGroup[] }
  | { readonly kind: 'sheets'; readonly comparison: WorkbookComparison }
  /** No structure can be read from one of them. */
  | { readonly kind: 'unreadable'; readonly side: 'before' | 'after' }

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
  return format === 'page' ? compareDocuments(before, after, options) : compareJson(before, after, options)
}

/** A structured document in a page's text; null for every other page. @throws GalleyError too-large · too-complex */
export function readStructured(html: string): StructuredDocument | null {
  if (!/da-form/i.test(html)) return null
  const reading = parseDocument(html)
  return 'document' in reading ? reading.document : null
}

/** JSON, or undefined when the text is none. @throws GalleyError too-large · too-complex */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return undefined
  }
}

/** What a structured document says about itself, as JSON. */
export function propertiesOf({ metadata }: StructuredDocument): JsonValue {
  const more = metadata.more.map(([key, text]): [string, JsonValue] => [key, text])
  return objectOf([['Title', metadata.title], ['Schema', metadata.schemaName], ...more])
}

function compareJson(before: string, after: string, options: StructureOptions): Structure {
  const [older, newer] = [readJson(before), readJson(after)]
  if (older === undefined) return { kind: 'unreadable', side: 'before' }
  if (newer === undefined) return { kind: 'unreadable', side: 'after' }
  const [from, to] = [readWorkbook(older), readWorkbook(newer)]
  if (from && to) {
    const diff = diffWorkbooks(from, to, options)
    return { kind: 'sheets', comparison: { before: from, after: to, diff } }
  }
  return { kind: 'fields', groups: [fields('data', older, newer, options)] }
}

function compareDocuments(before: string, after: string, options: StructureOptions): Structure {
  const [older, newer] = [readStructured(before), readStructured(after)]
  if (!older) return { kind: 'unreadable', side: 'before' }
  if (!newer) return { kind: 'unreadable', side: 'after' }
  const data = ({ data }: StructuredDocument) => typedData(options.schema ?? null, data)
  const properties = fields('properties', propertiesOf(older), propertiesOf(newer), {
    ...options,
    schema: null
  })
  return {
    kind: 'fields',
    groups: [
      ...(properties.words.length > 0 ? [properties] : []),
      fields('data', data(older), data(newer), options)
    ]
  }
}

function fields(
  of: FieldGroup['of'],
  before: JsonValue,
  after: JsonValue,
  options: StructureOptions
): FieldGroup {
  const comparison = { before, after, diff: diffJson(before, after, options) }
  return { of, comparison, words: describeJson(comparison, options.schema ?? null) }
}
