import { GalleyError, sentence, type Sentence } from '../../errors'
import { checkingJson } from '../../json'
import { keepsConfigWriter, requireBounds } from '../../permissions/rules'
import { atOnce, type Steps } from '../../steps'
import { BINDING_KEY, parseBinding } from '../structured/binding'
import type { SheetFormat } from './outline'

export type Row = Readonly<Record<string, unknown>>

/** A config as it is used: its sheets by name, in their order. */
export interface Config {
  readonly format: SheetFormat
  readonly sheets: ReadonlyMap<string, readonly Row[]>
}

/**
 * Reads a config and checks it (C1, P5): valid JSON in the single-sheet or the multi-sheet format, `total` is
 * the number of rows, `:names` and the sheets agree, a permissions sheet keeps its `CONFIG` row,
 * `editor.path` entries have their shape.
 * @throws GalleyError bad-config that says which rule is broken, `where` as a JSON Pointer
 */
export function parseConfig(text: string): Config {
  return atOnce(parsingConfig(text))
}

/** The same in steps: a large config takes longer than others are to wait. */
export function* parsingConfig(text: string): Steps<Config> {
  return yield* checkingConfig(yield* parsingJson(text))
}

/** The same of a config that is parsed already. @throws GalleyError as `parseConfig` */
export function configIn(value: unknown): Config {
  return atOnce(checkingConfig(value))
}

function* checkingConfig(value: unknown): Steps<Config> {
  const config = sheetsIn(value)
  const permissions = config.sheets.get('permissions')
  yield
  if (permissions) requireBounds(permissions)
  yield
  if (permissions && !keepsConfigWriter(permissions)) {
    throw bad(
      pointer(config, 'permissions'),
      'A permissions sheet keeps at least one row with the path CONFIG, the action write and a user or group: without one nobody could change this config any more.',
      'P5'
    )
  }
  for (const [name, rows] of config.sheets) {
    yield
    checkEditorPaths(rows, pointer(config, name))
  }
  return config
}

/**
 * The sheets of a config that is stored already.
 * @throws GalleyError bad-config unless it is in one of the two formats
 */
export function readConfig(text: string): Config {
  return atOnce(readingConfig(text))
}

/** The same in steps. */
export function* readingConfig(text: string): Steps<Config> {
  return sheetsIn(yield* parsingJson(text))
}

function sheetsIn(value: unknown): Config {
  if (!isObject(value)) throw bad('', 'A config is a JSON object: one sheet, or several.')
  const type = own(value, ':type')
  if (type === 'sheet') return singleSheet(value)
  if (type === 'multi-sheet') return multiSheet(value)
  throw bad('/:type', 'The member “:type” is “sheet” or “multi-sheet”.')
}

function singleSheet(value: Row): Config {
  const name = own(value, ':sheetname')
  if (typeof name !== 'string' || name === '') {
    throw bad('/:sheetname', 'A single-sheet config names its sheet in “:sheetname”.')
  }
  return { format: 'sheet', sheets: new Map([[name, rowsOf(value, '')]]) }
}

function multiSheet(value: Row): Config {
  const names = own(value, ':names')
  if (!Array.isArray(names)) throw bad('/:names', 'A multi-sheet config lists its sheets in “:names”.')
  const sheets = new Map<string, readonly Row[]>()
  names.forEach((name: unknown, index) => {
    const where = `/:names/${index}`
    if (typeof name !== 'string' || name === '') throw bad(where, 'A sheet’s name is a text.')
    if (name.startsWith(':')) throw bad(where, 'A sheet’s name does not begin with a colon.')
    if (sheets.has(name)) throw bad(where, sentence`The sheet “${{ name }}” is named twice.`)
    const sheet = own(value, name)
    if (sheet === undefined) throw bad(where, sentence`There is no member for the sheet “${{ name }}”.`)
    if (!isObject(sheet))
      throw bad(`/${escaped(name)}`, sentence`The sheet “${{ name }}” is an object with total and data.`)
    sheets.set(name, rowsOf(sheet, `/${escaped(name)}`))
  })
  for (const key of Object.keys(value)) {
    if (key.startsWith(':') || sheets.has(key)) continue
    throw bad(`/${escaped(key)}`, sentence`The sheet “${{ key }}” is missing from “:names”.`)
  }
  return { format: 'multi-sheet', sheets }
}

/** The rows of one sheet, and the check of its members. */
function rowsOf(sheet: Row, at: string): readonly Row[] {
  for (const key of Object.keys(sheet)) {
    if (key.startsWith(':') || members.has(key)) continue
    throw bad(
      `${at}/${escaped(key)}`,
      sentence`A sheet has no member “${{ key }}”: it has total, data, limit, offset and what begins with a colon.`
    )
  }
  const data = own(sheet, 'data')
  if (!Array.isArray(data)) throw bad(`${at}/data`, 'A sheet has its rows in the array “data”.')
  const rows = data.map((row: unknown, index) => {
    if (isObject(row)) return row
    throw bad(`${at}/data/${index}`, 'A row is an object of columns and values.')
  })
  const total = own(sheet, 'total')
  if (typeof total !== 'number' || !Number.isInteger(total)) {
    throw bad(`${at}/total`, 'A sheet has the number of its rows in “total”.')
  }
  if (total !== rows.length) {
    throw bad(
      `${at}/total`,
      sentence`“total” is ${{ total }}, and there ${{ rows: rows.length === 1 ? 'is 1 row' : `are ${rows.length} rows` }}.`
    )
  }
  return rows
}

const members: ReadonlySet<string> = new Set(['total', 'data', 'limit', 'offset'])

function* parsingJson(text: string): Steps<unknown> {
  yield* checkingJson(text, 'The config')
  yield 'long'
  try {
    const value: unknown = JSON.parse(text)
    yield
    return value
  } catch (cause) {
    throw new GalleyError(
      'bad-config',
      sentence`The config is not valid JSON: ${{ problem: said(cause) }}.`,
      { where: '', rule: 'C1', cause }
    )
  }
}

const said = (cause: unknown) => (cause instanceof Error ? cause.message.slice(0, 200) : 'it cannot be read')

function bad(where: string, message: string | Sentence, rule = 'C1'): GalleyError {
  return new GalleyError('bad-config', message, { where, rule })
}

/** Where a sheet is: a single one is the whole config. */
function pointer({ format }: Config, name: string): string {
  return format === 'sheet' ? '' : `/${escaped(name)}`
}

const escaped = (key: string) => key.replace(/~/g, '~0').replace(/\//g, '~1')

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Input from outside may name `__proto__` or `constructor`: only own members count. */
const own = (value: Row, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)

/**
 * Checks the `editor.path` entries of a sheet of keys and values (description, Editor binding):
 * `/<org>/<site>/<folder>={editor_url}`.
 * @param at JSON Pointer of the sheet
 * @throws GalleyError bad-config
 */
function checkEditorPaths(rows: readonly Readonly<Record<string, unknown>>[], at: string): void {
  rows.forEach((row, index) => {
    const key = Object.hasOwn(row, 'key') ? row.key : undefined
    if (typeof key !== 'string' || key.trim() !== BINDING_KEY) return
    const value = Object.hasOwn(row, 'value') ? row.value : undefined
    const reading = typeof value === 'string' ? parseBinding(value) : { problem: 'This one is no text.' }
    if ('binding' in reading) return
    throw new GalleyError(
      'bad-config',
      sentence`An ${{ key: BINDING_KEY }} entry is wrong. ${{ problem: reading.problem }}`,
      {
        rule: 'C1',
        where: `${at}/data/${index}/value`
      }
    )
  })
}
