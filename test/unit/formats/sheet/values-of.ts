import { readValues, type BookValues } from '../../../../src/common/compare'
import type { JsonValue } from '../../../../src/common/schema'

/** The values of a document of sheets that is at hand as JSON. */
export const valuesOf = (value: JsonValue): BookValues | null =>
  readValues({ text: JSON.stringify(value), value })
