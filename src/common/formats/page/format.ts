import { isJsonObject, member, type JsonValue, type Schema } from '../../schema'
import { isElement, parseHtml } from '../../html'
import type { Choice } from '../core/conflict'
import { checked, orForm, result, type MergeOptions, type TextsMerge } from '../core/outcome'
import { stopOf, type Stop } from '../core/stop'
import { schemaFindings, validityConflict, type ThreeTexts } from '../core/validity'
import { fields, type FieldGroup, type FieldOptions, type FieldsStructure } from '../json/diff/fields'
import { summariseJson } from '../json/diff/words'
import {
  documentIn,
  typedData,
  writeDocument,
  type DocumentReading,
  type StructuredDocument
} from '../structured'
import { mergeStructured } from '../structured/merge'
import { propertiesOf, readStructured } from '../structured/properties'
import { diffHtml } from './diff/diff'
import { summariseHtml } from './diff/words'
import { mergeHtml } from './merge/merge'
import { piecesOf, type Piece } from './merge/piece'

export interface PageOptions extends FieldOptions {
  /** Compares two pages, where somebody may know it already. */
  readonly comparePages?: typeof diffHtml
}

/** Pages: structured documents as their data, all others as a reader sees them. */
export const pageFormat = {
  merge,
  compare,
  summary(before: string, after: string, options: PageOptions): string | null {
    const structure = compare(before, after, options)
    if (structure.kind !== 'fields')
      return summariseHtml((options.comparePages ?? diffHtml)(before, after, options))
    const schema = options.schema ?? null
    const parts = structure.groups
      .map(({ of, comparison }) => summariseJson(comparison, of === 'data' ? schema : null))
      .filter((part) => part !== '')
    return orForm(parts.join(', '))
  },
  written
}

function merge(texts: ThreeTexts, options: MergeOptions): TextsMerge | null {
  const choices = options.choices ?? new Map<string, Choice>()
  const stop = stopOf(options)
  const [base, local, remote] = [
    pageIn(texts.base, stop),
    pageIn(texts.local, stop),
    pageIn(texts.remote, stop)
  ]
  const schema = schemaFor(local.reading, options)
  const merged = mergeStructured(base.reading, local.reading, remote.reading, { schema, choices, stop })
  if (!merged) {
    const pages = { base: base.pieces, local: local.pieces, remote: remote.pieces }
    const whole = mergeHtml(pages, choices, stop)
    return whole && result('page', whole.text, whole.conflicts)
  }
  const findings = ({ reading }: Page) =>
    schemaFindings(schema, 'document' in reading ? typedData(schema, reading.document.data) : {})
  const broken = validityConflict(
    texts,
    schemaFindings(schema, merged.data),
    () => [findings(local), findings(remote)],
    choices
  )
  return checked('structured', merged.text, merged.conflicts, broken)
}

interface Page {
  readonly reading: DocumentReading
  readonly pieces: Piece
}

/** All that a merge asks of a page, of one parse: its tree, which is many times as large, is not kept. */
function pageIn(html: string, stop: Stop): Page {
  const document = parseHtml(html, { locations: true, step: stop })
  return {
    reading: documentIn(html, document.childNodes.filter(isElement)),
    pieces: piecesOf(html, document, stop)
  }
}

function schemaFor(reading: DocumentReading, { schemaOf }: MergeOptions): Schema | null {
  return schemaOf && 'document' in reading ? schemaOf(reading.document.metadata.schemaName) : null
}

function compare(before: string, after: string, options: FieldOptions): FieldsStructure {
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

function written(
  now: string,
  of: FieldGroup['of'],
  value: JsonValue,
  { schema }: FieldOptions
): string | null {
  const document = readStructured(now)
  if (!document) return null
  if (of === 'data')
    return writeDocument(
      { metadata: document.metadata, data: value },
      { from: document, schema: schema ?? null }
    )
  const known = propertiesOf(document)
  if (!isJsonObject(value) || !isJsonObject(known)) return null
  const { metadata, data } = document
  const text = (key: string) => {
    const one = member(value, key)
    return typeof one === 'string' ? one : ''
  }
  const more = Object.keys(value)
    .filter((key) => key !== 'Title' && key !== 'Schema')
    .map((key): [string, string] => [key, text(key)])
  return writeDocument(
    { metadata: { ...metadata, title: text('Title'), schemaName: text('Schema'), more }, data },
    { from: document, schema: schema ?? null }
  )
}
