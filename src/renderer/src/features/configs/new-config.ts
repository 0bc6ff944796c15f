import { segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { CONFIG } from '../../../../common/permissions/rules'
import { newBook, writeBook } from '../../../../common/formats/sheet'
import { withNewSheetOf } from '../../../../common/formats/sheet/config-entries'

interface Template {
  readonly title: string
  readonly hint: string
  readonly text: string
}

/**
 * What a new config can begin with.
 * @param owner keeps the right to change configs in a new permissions sheet (P5)
 */
export function templatesFor(path: ContentPath, owner: string): Template[] {
  const settings: Template = {
    title: 'Begin with settings',
    hint: 'One sheet of keys and values.',
    text: writeBook(newBook('data', ['key', 'value']))
  }
  if (segmentsOf(path).length > 1) return [settings]
  const permissions: Template = {
    title: 'Begin with permissions',
    hint: 'Settings, and a sheet that says who may what: from then on only those whom it names may read and write. You are in it.',
    text: withPermissions(settings.text, owner)
  }
  return [settings, permissions]
}

/**
 * A config with a permissions sheet that leaves everything to its owner, who goes on from there (P5).
 * @param text of a config
 */
export function withPermissions(text: string, owner: string): string {
  const rows = [
    { path: CONFIG, groups: owner, actions: 'write' },
    { path: '/+**', groups: owner, actions: 'write' }
  ]
  return withNewSheetOf(text, 'permissions', rows, [200, 250, 130])
}
