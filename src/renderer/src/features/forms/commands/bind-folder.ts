import { contentPath, isWithin, type ContentPath } from '../../../../../common/content/paths'
import { readConfig } from '../../../../../common/sheets/config-format'
import { BINDING_KEY, bindingsIn, formatBinding, type EditorBinding } from '../../../../../common/structured'
import { api } from '../../../api'
import { loadBindings, orgConfig, orgOf, rowsOf } from '../bindings'

/** The form editor's address within Galley: good for every origin that the service has. */
export const FORM_EDITOR = '/#/form'

export interface BindingState {
  /** The folder's own binding. */
  readonly own: EditorBinding | null
  /** The binding of a folder above that already covers it. */
  readonly above: EditorBinding | null
  /** Whether this person may change the organization's config (P4). */
  readonly writable: boolean
  /** Who may: people and groups of the `CONFIG` rows; empty when they are not known. */
  readonly administrators: readonly string[]
}

type Json = Record<string, unknown>

/** What is bound now, and who may change it. @throws GalleyError */
export async function bindingState(folder: ContentPath): Promise<BindingState> {
  const org = orgOf(folder)
  const [config, may] = await Promise.all([orgConfig(org), api.access(contentPath(`/${org}`))])
  const bindings = config ? bindingsIn(rowsOf(config.text)) : []
  const above = bindings
    .filter((binding) => binding.folder !== folder && isWithin(folder, contentPath(binding.folder)))
    .sort((a, b) => b.folder.length - a.folder.length)
  return {
    own: bindings.find((binding) => binding.folder === folder) ?? null,
    above: above[0] ?? null,
    writable: may.config.includes('write'),
    administrators: config ? administratorsIn(config.text) : []
  }
}

/** Adds the `editor.path` entry of a folder, or takes it out. @throws GalleyError bad-config, forbidden, precondition-failed */
export async function setBinding(folder: ContentPath, bound: boolean): Promise<void> {
  const org = orgOf(folder)
  const path = contentPath(`/${org}`)
  const config = await orgConfig(org)
  const next = withBinding(config ? config.text : null, folder, bound)
  await api.saveConfig(path, next, config ? { ifMatch: config.etag } : { ifNoneMatch: '*' })
  await loadBindings(org)
}

/** The config's text with the folder bound or not; everything else in it stays. */
export function withBinding(text: string | null, folder: ContentPath, bound: boolean): string {
  const row = { key: BINDING_KEY, value: formatBinding({ folder, editor: FORM_EDITOR }) }
  if (text === null) return written({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: [row] })
  const config = objectFrom(text)
  const rest = eachSheet(config, (rows) => rows.filter((one) => !binds(one, folder)))
  return written(bound ? withRow(rest, row) : rest)
}

function withRow(config: Json, row: Json): Json {
  if (config[':type'] === 'multi-sheet') {
    const names = Array.isArray(config[':names']) ? config[':names'].map(String) : []
    const name = names.find((one) => holdsKeys(rowsIn(config[one]))) ?? 'data'
    const sheet = isRecord(config[name]) ? config[name] : { total: 0, data: [] }
    const data = [...rowsIn(sheet), row]
    return {
      ...config,
      ':names': names.includes(name) ? names : [...names, name],
      [name]: { ...sheet, total: data.length, data }
    }
  }
  const rows = rowsIn(config)
  if (rows.length === 0 ? config[':sheetname'] !== 'permissions' : holdsKeys(rows)) {
    return { ...config, total: rows.length + 1, data: [...rows, row] }
  }
  const { ':type': _type, ':sheetname': name, ...sheet } = config
  const first = String(name)
  return {
    ':names': [first, 'data'],
    ':type': 'multi-sheet',
    [first]: sheet,
    data: { total: 1, data: [row] }
  }
}

function eachSheet(config: Json, change: (rows: readonly Json[]) => readonly Json[]): Json {
  const sheetWith = (sheet: Json): Json => {
    const data = change(rowsIn(sheet))
    return { ...sheet, total: data.length, data }
  }
  if (config[':type'] !== 'multi-sheet') return sheetWith(config)
  const names = Array.isArray(config[':names']) ? config[':names'].map(String) : []
  const sheets = names.flatMap((name) => {
    const sheet = config[name]
    return isRecord(sheet) ? [[name, sheetWith(sheet)] as const] : []
  })
  return { ...config, ...Object.fromEntries(sheets) }
}

function binds(row: Json, folder: ContentPath): boolean {
  return bindingsIn([row]).some((binding) => binding.folder === folder)
}

function administratorsIn(text: string): string[] {
  try {
    const rows = readConfig(text).sheets.get('permissions') ?? []
    return rows
      .filter((row) => row['path'] === 'CONFIG' && String(row['actions']).includes('write'))
      .flatMap((row) => String(row['groups']).split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '')
  } catch {
    return []
  }
}

const holdsKeys = (rows: readonly Json[]) => rows.some((row) => typeof row['key'] === 'string')
const written = (config: Json) => JSON.stringify(config, null, 2)
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsIn = (sheet: unknown): readonly Json[] =>
  isRecord(sheet) && Array.isArray(sheet['data']) ? sheet['data'].filter(isRecord) : []

function objectFrom(text: string): Json {
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}
