import { bounds } from '../bounds'
import { isJsonArray, isJsonObject, member, type JsonObject, type JsonValue } from '../json/value'
import { blank, isEmptyHtml } from './empty-page'
import { kindOf } from './files'
import { formatOfValue } from './sheet/outline'

/**
 * Whether a save with these bytes empties the document (V5): no bytes; HTML whose `main` (or, without one,
 * `body`) holds no text, image or table; a structured document without data; JSON that is `{}`, `[]` or has
 * no rows. Other types: only when there are no bytes. What is too large, or built in too complicated a way,
 * to be an emptied document is none.
 */
export function emptiesDocument(ext: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  const kind = kindOf(ext)
  if (kind === 'html') return bytes.length <= bounds.emptiedHtml.characters && isEmptyHtml(decode(bytes))
  if (kind === 'json') return bytes.length <= bounds.emptiedJson.characters && isEmptyJson(decode(bytes))
  return false
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function isEmptyJson(text: string): boolean {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch {
    return blank.test(text)
  }
  if (isJsonArray(value)) return value.length === 0
  if (!isJsonObject(value)) return false
  return Object.keys(value).length === 0 || hasNoRows(value)
}

/** A sheet, or several, none of which has a row. */
function hasNoRows(value: JsonObject): boolean {
  const isEmptySheet = (sheet: JsonValue | undefined): boolean => {
    const data = isJsonObject(sheet) && member(sheet, 'data')
    return isJsonArray(data) && data.length === 0
  }
  const format = formatOfValue(value)
  if (format === 'sheet') return isEmptySheet(value)
  const names = format && member(value, ':names')
  return (
    isJsonArray(names) && names.every((name) => typeof name === 'string' && isEmptySheet(member(value, name)))
  )
}
