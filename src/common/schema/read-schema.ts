import { SchemaReader } from './schema-reader'
import type { Schema } from './fields'
import { severityOf } from './issue-words'
import type { SchemaIssue } from './issues'
import { isJsonObject, type JsonValue } from './json'

export interface SchemaReading {
  /** `null` only when the source is no JSON object. With issues it still has every field that could be read. */
  readonly schema: Schema | null
  readonly issues: readonly SchemaIssue[]
}

/** Texts longer than this are refused: a schema of 10,000 fields has about one million characters. */
const MAX_TEXT = 8 * 1024 * 1024

/**
 * Reads a schema in the subset of JSON Schema 2020-12 (description, “Structured content schema”; F2, F4). Never throws, and takes
 * time in proportion to the schema however its references lead. A text is parsed as JSON first; a value is taken as parsed.
 */
export function readSchema(source: string | JsonValue): SchemaReading {
  if (typeof source !== 'string') return readValue(source)
  if (source.length > MAX_TEXT)
    return { schema: null, issues: [issue('too-large', 'The schema is too large to be read.')] }
  let value: JsonValue
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { schema: null, issues: [syntaxIssue(source, error)] }
  }
  return readValue(value)
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

function syntaxIssue(text: string, error: unknown): SchemaIssue {
  const words = error instanceof Error ? error.message : ''
  const offset = /at position (\d+)/.exec(words)?.[1]
  const atEnd = /end of JSON input|Unterminated/.test(words)
  const at = offset ? Number(offset) : atEnd ? text.length : null
  if (at === null) return issue('not-json', 'This is not valid JSON.')
  const before = text.slice(0, at).split('\n')
  const position = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
  const message = `This is not valid JSON: line ${position.line}, column ${position.column}.`
  return { ...issue('not-json', message), position }
}
