import { GalleyError } from '../../errors'
import { BINDING_KEY, parseBinding } from '../structured/binding'

/**
 * Checks the `editor.path` entries of a sheet of keys and values (description, Editor binding):
 * `/<org>/<site>/<folder>={editor_url}`.
 * @param at JSON Pointer of the sheet
 * @throws GalleyError bad-config
 */
export function checkEditorPaths(rows: readonly Readonly<Record<string, unknown>>[], at: string): void {
  rows.forEach((row, index) => {
    const key = Object.hasOwn(row, 'key') ? row.key : undefined
    if (typeof key !== 'string' || key.trim() !== BINDING_KEY) return
    const value = Object.hasOwn(row, 'value') ? row.value : undefined
    const reading = typeof value === 'string' ? parseBinding(value) : { problem: 'This one is no text.' }
    if ('binding' in reading) return
    throw new GalleyError('bad-config', `An ${BINDING_KEY} entry is wrong. ${reading.problem}`, {
      rule: 'C1',
      where: `${at}/data/${index}/value`
    })
  })
}
