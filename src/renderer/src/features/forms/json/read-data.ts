import type { Schema } from '../../../../../common/schema'
import { firstFault, isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/schema'
import { typedData } from '../../../../../common/formats/structured'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { changedReadOnly } from './read-only'

/** A JSON text as the data of a document, or why it cannot be that yet. */
export type DataReading =
  | { readonly kind: 'data'; readonly data: JsonValue }
  | {
      readonly kind: 'broken'
      /** A sentence for people. */
      readonly message: string
      /** Where in the text, in characters; null when it is the text as a whole. */
      readonly at: number | null
      /** A place whose value is the trouble. */
      readonly pointer: Pointer | null
    }

/** What a document can hold and be read again: the stored form has the same limits. */
const MOST_VALUES = 200_000
const DEEPEST = 400

/**
 * Reads what somebody typed as JSON. Text that is no JSON, data of another kind than the schema's, data too
 * large or too deep to be stored, and other values in read-only fields are refused; errors of fields are not,
 * as in the form.
 * @param before the document's data now
 */
export function readData(text: string, schema: Schema, before: JsonValue): DataReading {
  let value: JsonValue
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isJson(parsed)) return broken('The text holds no value.')
    value = parsed
  } catch {
    return notJson(text)
  }
  const { root } = schema
  if (root.kind === 'object' && !isJsonObject(value)) {
    return broken('The schema wants an object, in braces, around everything.', '')
  }
  if (root.kind === 'array' && !isJsonArray(value)) {
    return broken('The schema wants a list, in square brackets, around everything.', '')
  }
  const trouble = limitsOf(value)
  if (trouble !== null) return trouble
  const data = typedData(schema, value)
  const kept = changedReadOnly(root, before, data)
  if (kept !== null) {
    return broken(readOnlySentence(kept), kept)
  }
  return { kind: 'data', data }
}

/** Data as people read and write it. */
export const writtenData = (data: JsonValue): string => JSON.stringify(data, null, 2)

function broken(message: string, pointer: Pointer | null = null, at: number | null = null): DataReading {
  return { kind: 'broken', message, at, pointer }
}

const readOnlySentence = (pointer: Pointer) =>
  pointer === ''
    ? 'All of this document is read only.'
    : `“${pointer.slice(1)}” is read only. Put its value back to go on.`

function notJson(text: string): DataReading {
  if (text.trim() === '') return broken('The text is empty. An empty document is {}.')
  return broken('The text is not valid JSON here.', null, firstFault(text))
}

/** `JSON.parse` gives nothing else; the compiler wants to be told. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined
}

/** Without recursion: a text can be nested as deep as it is long. */
function limitsOf(root: JsonValue): DataReading | null {
  const open: { readonly value: JsonValue; readonly depth: number; readonly pointer: Pointer }[] = [
    { value: root, depth: 0, pointer: '' }
  ]
  let count = 0
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, depth, pointer } = at
    if (++count > MOST_VALUES) return broken('A document holds at most 200,000 values.')
    if (depth > DEEPEST) return broken(`Values lie at most ${DEEPEST} levels deep.`)
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return broken('This number is too large to be kept.', pointer)
    }
    if (isJsonArray(value)) {
      value.forEach((item, index) =>
        open.push({ value: item, depth: depth + 1, pointer: childPointer(pointer, index) })
      )
    } else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (!isStorable(key)) {
          return broken(
            `A member cannot be called ${JSON.stringify(key)}: the document could not be read again.`,
            pointer
          )
        }
        open.push({ value: item, depth: depth + 1, pointer: childPointer(pointer, key) })
      }
    }
  }
  return null
}

/**
 * Names come back from the stored page as they were: nothing around them, no halves of characters, and not
 * the mark of a list.
 */
function isStorable(key: string): boolean {
  // eslint-disable-next-line no-control-regex -- HTML cannot hold NUL
  return key !== '' && key === key.trim() && key !== '@items' && !/\u0000|\p{Surrogate}/u.test(key)
}
