import { GalleyError } from '../errors'
import {
  newDocument,
  parseDocument,
  readSchemaDocument,
  typedData,
  writeDocument,
  type StructuredDocument
} from '../formats/structured'
import { readSchema, titleAt, validate, type JsonValue, type Schema } from '../schema'

/** A structured document as its data. */
export interface DataRead {
  readonly title: string
  readonly schema: string
  readonly data: JsonValue
  /** What is wrong with it: where it breaks its schema, and what could not be read. */
  readonly problems: readonly DataProblem[]
}

interface DataProblem {
  /** A JSON Pointer. */
  readonly pointer: string
  readonly message: string
}

/** A structured document, written, with where it breaks its schema. */
export interface DataWritten {
  readonly html: string
  readonly problems: readonly DataProblem[]
}

const MOST_PROBLEMS = 50

/**
 * The data of a document, typed by its schema.
 * @param schemaPage the page that the schema is stored as; null where there is none
 * @throws GalleyError bad-request for a page that is no structured document, too-large · too-complex
 */
export function readData(html: string, schemaPage: string | null): DataRead {
  const document = documentIn(html)
  const schema = schemaIn(schemaPage)
  const data = typedData(schema, document.data)
  const { title, schemaName } = document.metadata
  const unread = document.problems.map(({ pointer, message }) => ({ pointer, message }))
  return { title, schema: schemaName, data, problems: [...unread, ...problemsOf(schema, data)] }
}

/**
 * A document with other data: what is not touched stays, byte for byte.
 * @param html the stored document; null: it is a new one
 * @throws GalleyError bad-request, too-large · too-complex
 */
export function writeData(
  html: string | null,
  schemaPage: string | null,
  given: { readonly data: JsonValue; readonly title: string | null; readonly schema: string | null }
): DataWritten {
  const schema = schemaIn(schemaPage)
  const from = html === null ? undefined : documentIn(html)
  const metadata = from
    ? { ...from.metadata, title: given.title ?? from.metadata.title }
    : newDocument({ title: given.title ?? '', schemaName: given.schema ?? '', data: {} }).metadata
  const written = writeDocument({ metadata, data: given.data }, { from, schema })
  return { html: written, problems: problemsOf(schema, given.data) }
}

function documentIn(html: string): StructuredDocument {
  const reading = parseDocument(html)
  if ('document' in reading) return reading.document
  throw new GalleyError(
    reading.refusal === 'too-large' ? 'too-large' : 'bad-request',
    reading.refusal === 'too-large'
      ? 'This document holds more values than can be read.'
      : 'This page is no structured document: read it as text, or by block.'
  )
}

const schemaIn = (page: string | null): Schema | null => {
  const text = page === null ? null : readSchemaDocument(page)
  return text === null ? null : readSchema(text).schema
}

function problemsOf(schema: Schema | null, data: JsonValue): DataProblem[] {
  if (!schema) return [{ pointer: '', message: 'Its schema is not here, or cannot be read.' }]
  return validate(schema, data)
    .slice(0, MOST_PROBLEMS)
    .map(({ pointer, message }) => ({ pointer, message: `${titleAt(schema, pointer)}: ${message}` }))
}
