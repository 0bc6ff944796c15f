import { segmentsOf, type ContentPath } from '../../../../common/content/paths'

export interface Template {
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
    title: 'Settings',
    hint: 'One sheet of keys and values.',
    text: written({
      total: 0,
      limit: 0,
      offset: 0,
      data: [],
      ':sheetname': 'data',
      ':type': 'sheet',
      ':colWidths': [200, 400]
    })
  }
  if (segmentsOf(path).length > 1) return [settings]
  const rows = [
    { path: 'CONFIG', groups: owner, actions: 'write' },
    { path: '/+**', groups: owner, actions: 'write' }
  ]
  const permissions: Template = {
    title: 'Settings and permissions',
    hint: 'From then on only those whom the permissions name may read and write. You are in it.',
    text: written({
      data: { total: 0, limit: 0, offset: 0, data: [], ':colWidths': [200, 400] },
      permissions: {
        total: rows.length,
        limit: rows.length,
        offset: 0,
        data: rows,
        ':colWidths': [280, 320, 120]
      },
      ':names': ['data', 'permissions'],
      ':version': 3,
      ':type': 'multi-sheet'
    })
  }
  return [settings, permissions]
}

const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
