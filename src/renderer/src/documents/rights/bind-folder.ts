import { contentPath, isWithin, type ContentPath, orgOf } from '../../../../common/content/paths'
import { withEntry, withoutEntries, type Entry } from '../../../../common/formats/sheet/config-entries'
import { readConfig } from '../../../../common/formats/sheet/config-format'
import {
  BINDING_KEY,
  bindingsIn,
  formatBinding,
  type EditorBinding
} from '../../../../common/formats/structured'
import { api } from '../../api'
import { loadBindings, orgConfig, rowsOf } from './bindings'

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

/**
 * Adds the `editor.path` entry of a folder, or takes it out.
 * @throws GalleyError bad-config, forbidden, precondition-failed
 */
export async function setBinding(folder: ContentPath, bound: boolean): Promise<void> {
  const org = orgOf(folder)
  const path = contentPath(`/${org}`)
  const config = await orgConfig(org)
  const next = withBinding(config ? config.text : null, folder, bound)
  await api.saveConfig(path, next, config ? { ifMatch: config.etag } : { ifNoneMatch: '*' })
  await loadBindings(org)
}

/** The config's text with the folder bound or not; everything else in it keeps every sign. */
export function withBinding(text: string | null, folder: ContentPath, bound: boolean): string {
  const rest = text === null ? null : withoutEntries(text, (entry) => binds(entry, folder))
  if (!bound) return rest ?? ''
  return withEntry(rest, BINDING_KEY, formatBinding({ folder, editor: FORM_EDITOR }))
}

function binds(row: Entry, folder: ContentPath): boolean {
  return bindingsIn([row]).some((binding) => binding.folder === folder)
}

/** Who may change the organization's config, by its permissions sheet. */
export function administratorsIn(text: string): string[] {
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
