import { objectOf, type JsonValue } from '../../json/value'
import type { StructuredDocument } from './document'
import { parseDocument } from './read'

/**
 * A structured document in a page's text; null for every other page.
 * @throws GalleyError too-large · too-complex
 */
export function readStructured(html: string): StructuredDocument | null {
  if (!/da-form/i.test(html)) return null
  const reading = parseDocument(html)
  return 'document' in reading ? reading.document : null
}

/** What a structured document says about itself, as JSON. */
export function propertiesOf({ metadata }: StructuredDocument): JsonValue {
  const more = metadata.more.map(([key, text]): [string, JsonValue] => [key, text])
  return objectOf([['Title', metadata.title], ['Schema', metadata.schemaName], ...more])
}
