import { parseDocument, readSchemaDocument, typedData, writeDocument } from '../formats/structured'
import { childPointer, type Pointer } from '../json/pointer'
import { isJsonArray, isJsonObject, objectOf, sameJson, type JsonValue } from '../json/value'
import { isAddressText } from '../links/inside'
import { readSchema, titleAt, validate } from '../schema'
import { edited } from '../publishing/html-edits'
import type { Cannot, ReplacePlace } from './answers'
import { matchesIn } from './find'
import {
  MOST_TOLD,
  nothingReplaced,
  openGrowth,
  shownBy,
  wordsAround,
  type Replaced,
  type Replacing
} from './replacing'

/**
 * Replaces words in the values of a structured document, which its own writer writes: names of fields and the
 * document's schema stay. What would be read as something else is left, and told.
 */
export function inDocument(source: string, replacing: Replacing): Replaced {
  const reading = parseDocument(source)
  if (!('document' in reading)) return nothingReplaced
  const { metadata, data } = reading.document
  const places: ReplacePlace[] = []
  let n = 0
  let count = 0
  const grow = openGrowth(source)
  const except = new Set(replacing.except)
  const valueOf = (value: string, pointer: Pointer): string => {
    if (isAddressText(value) && !replacing.addresses) return value
    const wanted = []
    for (const { start, end, by } of matchesIn(value, replacing.find, replacing.by)) {
      const words = wordsAround(value, start, end)
      if (places.length < MOST_TOLD)
        places.push({ n, at: { kind: 'field', pointer }, ...words, by: shownBy(by) })
      if (!except.has(n)) {
        grow({ start, end, by })
        wanted.push({ start, end, text: by })
      }
      n += 1
    }
    count += wanted.length
    return edited(value, wanted)
  }
  const next = mapped(data, '', valueOf)
  const all = { places, more: n - places.length, cannot: [], breaks: [], count, text: null }
  if (count === 0) return all
  const text = writeDocument({ metadata, data: next }, { from: reading.document })
  const now = parseDocument(text)
  const isRight =
    'document' in now &&
    sameJson(now.document.data, next) &&
    now.document.metadata.schemaName === metadata.schemaName
  if (isRight) return { ...all, breaks: broken(replacing.schemaPage ?? null, data, next), text }
  const cannot = places.map(({ n: _n, by: _by, ...told }): Omit<Cannot, 'path'> => ({
    ...told,
    why: 'unsafe'
  }))
  return { ...nothingReplaced, cannot }
}

/** Of one document so many are told. */
const MOST_BREAKS = 50

/** Where the second breaks the schema and the first did not. */
function broken(schemaPage: string | null, before: JsonValue, after: JsonValue): Replaced['breaks'] {
  const text = schemaPage === null ? null : readSchemaDocument(schemaPage)
  const schema = text === null ? null : readSchema(text).schema
  if (!schema) return []
  const errorsOf = (data: JsonValue) => validate(schema, typedData(schema, data))
  const known = new Set(errorsOf(before).map(({ pointer, message }) => `${pointer} ${message}`))
  return errorsOf(after)
    .filter(({ pointer, message }) => !known.has(`${pointer} ${message}`))
    .slice(0, MOST_BREAKS)
    .map(({ pointer, message }) => ({
      pointer,
      message: `${titleAt(schema, pointer) || 'The document'}: ${message}`
    }))
}

/** Read documents are no deeper than their reader lets them be. */
function mapped(
  value: JsonValue,
  pointer: Pointer,
  valueOf: (value: string, pointer: Pointer) => string
): JsonValue {
  if (typeof value === 'string') return valueOf(value, pointer)
  if (isJsonArray(value)) return value.map((item, at) => mapped(item, childPointer(pointer, at), valueOf))
  if (!isJsonObject(value)) return value
  return objectOf(
    Object.entries(value).map(
      ([key, item]) => [key, mapped(item, childPointer(pointer, key), valueOf)] as const
    )
  )
}
