import { prune } from '../../schema/content'
import type { Schema } from '../../schema/fields'
import { isJsonArray, isJsonObject, objectOf, type JsonObject, type JsonValue } from '../../json/value'
import type { DocumentContent } from './document'
import { typedData } from './values'

/** What the delivery endpoint answers: `data` alone, or both with `?envelope=true` (F5). */
interface Delivered {
  readonly metadata: JsonObject
  readonly data: JsonValue
}

/**
 * A document for delivery (F5): typed by its schema, in the schema's order, texts trimmed as they are stored,
 * and without anything that counts as absent. Members that the schema does not know are delivered after the
 * others. Without a schema, text is read as map B says: `42` and `true` arrive as number and boolean.
 */
export function toDelivered({ metadata, data }: DocumentContent, schema: Schema | null): Delivered {
  const entries: [string, JsonValue][] = [
    ['schemaName', metadata.schemaName],
    ['title', metadata.title],
    ...metadata.more.map(([key, text]): [string, JsonValue] => [key, text])
  ]
  const empty = schema?.root.kind === 'array' || isJsonArray(data) ? [] : {}
  return { metadata: objectOf(entries), data: prune(trimmed(typedData(schema, data))) ?? empty }
}

function trimmed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.trim()
  if (isJsonArray(value)) return value.map(trimmed)
  return isJsonObject(value)
    ? objectOf(Object.entries(value).map(([key, item]) => [key, trimmed(item)]))
    : value
}
