import { formatOfPath } from '../../../../../common/formats/files'
import { type ContentPath } from '../../../../../common/content/paths'
import { readStructured, readValues } from '../../../../../common/compare'
import { checkHtml } from '../../../../../common/checks/check-html'
import { isBeyondBounds } from '../../../../../common/bounds'
import { GalleyError } from '../../../../../common/errors'
import { parseJson } from '../../../../../common/json'
import { validate, type FieldError, type JsonValue, type Schema } from '../../../../../common/schema'
import { parseConfig } from '../../../../../common/formats/sheet/config-format'
import { typedData } from '../../../../../common/formats/structured'
import { numberText } from '../../../components/formats'

/** What is right or wrong about what a file becomes. */
export interface ResultCheck {
  readonly ok: boolean
  readonly words: string
  /** One line each. */
  readonly problems: readonly string[]
}

interface CheckedFile {
  readonly path: ContentPath
  readonly isConfig: boolean
  /** Of a structured document, where it is known. */
  readonly schema: Schema | null
}

const MOST = 20

/**
 * Checks a merged text as what it is: a config, JSON, a structured document, a page. Null for what has no
 * rules.
 */
export function checkResult(text: string, { path, isConfig, schema }: CheckedFile): ResultCheck | null {
  if (isConfig) return checkConfig(text)
  const format = formatOfPath(path)
  if (format === 'json') return checkJson(text)
  return format === 'page' ? checkPage(text, schema) : null
}

function checkConfig(text: string): ResultCheck {
  try {
    parseConfig(text)
    return good('Keeps every rule of configs.')
  } catch (error) {
    return bad('Breaks a rule of configs', [error instanceof GalleyError ? error.message : String(error)])
  }
}

function checkJson(text: string): ResultCheck {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) return bad('Cannot be checked', [error.message])
    return bad('Is no JSON', [error instanceof Error ? error.message : String(error)])
  }
  const sheets = readValues({ text, value })?.sheets
  if (!sheets) return good('Valid JSON.')
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
  return good(
    `Valid: ${sheets.length === 1 ? 'a sheet' : `${sheets.length} sheets`} with ${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}.`
  )
}

function checkPage(text: string, schema: Schema | null): ResultCheck {
  const structured = schema && readStructured(text)
  if (structured) {
    const errors = errorsOf(schema, structured.data)
    if (typeof errors === 'string') return bad('Cannot be checked', [errors])
    if (errors.length === 0) return good('Keeps every rule of its schema.')
    return bad(
      'Breaks rules of its schema',
      errors.map(({ pointer, message }) => `${pointer === '' ? 'The document' : pointer}: ${message}`)
    )
  }
  const errors = checkHtml(text).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return good('The markup is sound.')
  return bad(
    'The markup needs a look',
    errors.map(({ line, message }) => `Line ${line}: ${message}`)
  )
}

/** What breaks rules of the schema; or why that is not looked at. */
function errorsOf(schema: Schema, data: JsonValue): readonly FieldError[] | string {
  try {
    return validate(schema, typedData(schema, data))
  } catch (error) {
    if (isBeyondBounds(error)) return error.message
    throw error
  }
}

const good = (words: string): ResultCheck => ({ ok: true, words, problems: [] })
const bad = (words: string, problems: readonly string[]): ResultCheck => ({
  ok: false,
  words: `${words}:`,
  problems: problems.slice(0, MOST)
})
