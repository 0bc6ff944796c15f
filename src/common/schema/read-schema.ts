import { SchemaReader } from './schema-reader'
import type { Schema } from './fields'
import { firstFault } from './first-fault'
import { severityOf } from './issue-words'
import type { SchemaIssue, TextPosition } from './issues'
import { isJsonObject, type JsonValue } from '../json/value'
import { locate } from './locate'

export interface SchemaReading {
  /**
   * `null` only when the source is no JSON object. With issues it still has every field that could be read.
   */
  readonly schema: Schema | null
  readonly issues: readonly SchemaIssue[]
}

/** Texts longer than this are refused: a schema of 10,000 fields has about one million characters. */
const MAX_TEXT = 8 * 1024 * 1024

/**
 * Reads a schema in the subset of JSON Schema 2020-12 (description, “Structured content schema”; F2, F4).
 * Never throws, and takes time in proportion to the schema however its references lead. A text is parsed as
 * JSON first, and its issues tell line and column; a value is taken as parsed.
 */
export function readSchema(source: string | JsonValue): SchemaReading {
  if (typeof source !== 'string') return readValue(source)
  if (source.length > MAX_TEXT) return { schema: null, issues: [tooLarge] }
  let value: JsonValue
  try {
    value = JSON.parse(source)
  } catch {
    return { schema: null, issues: [syntaxIssue(source)] }
  }
  const { schema, issues } = readValue(value)
  return { schema, issues: placedIn(source, issues) }
}

function readValue(value: JsonValue): SchemaReading {
  if (!isJsonObject(value))
    return { schema: null, issues: [issue('not-an-object', 'A schema must be a JSON object: { … }.')] }
  const reader = new SchemaReader(value)
  const schema = reader.read()
  return { schema, issues: reader.issues }
}

function issue(reason: SchemaIssue['reason'], message: string): SchemaIssue {
  return { reason, severity: severityOf[reason], message, pointer: '', dataPointer: null }
}

const tooLarge: SchemaIssue = {
  ...issue('too-large', 'The schema is too large to be read.'),
  position: { line: 1, column: 1 }
}

function syntaxIssue(text: string): SchemaIssue {
  const position = positionsIn(text)(firstFault(text))
  const message = `This is not valid JSON: line ${position.line}, column ${position.column}.`
  return { ...issue('not-json', message), position }
}

/** Each issue at the name that leads to its place, where it has one. */
function placedIn(text: string, issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (issues.length === 0) return issues
  const places = locate(
    text,
    issues.map(({ pointer }) => pointer)
  )
  const position = positionsIn(text)
  return issues.map((found) => {
    const place = places.get(found.pointer)
    return { ...found, position: position(place?.key?.start ?? place?.start ?? 0) }
  })
}

/** Line and column of places in a text, 1-based, in the characters that editors count. */
function positionsIn(text: string): (offset: number) => TextPosition {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
