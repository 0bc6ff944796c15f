import { contentPath, segmentsOf } from '../content/paths'
import { GalleyError } from '../errors'

/**
 * Checks the `editor.path` entries of a sheet of keys and values (description, Editor binding):
 * `/<org>/<site>/<folder>={editor_url}`.
 * @param at JSON Pointer of the sheet
 * @throws GalleyError bad-config
 */
export function checkEditorPaths(rows: readonly Readonly<Record<string, unknown>>[], at: string): void {
  rows.forEach((row, index) => {
    if (!Object.hasOwn(row, 'key') || row.key !== 'editor.path') return
    const problem = problemOf(Object.hasOwn(row, 'value') ? row.value : undefined)
    if (problem === null) return
    throw new GalleyError(
      'bad-config',
      `An editor.path entry is /<org>/<site>/<folder>=<editor address>: ${problem}.`,
      { where: `${at}/data/${index}/value` }
    )
  })
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'string') return 'this one is no text'
  const cut = value.indexOf('=')
  if (cut < 0) return 'this one has no “=”'
  const folder = value.slice(0, cut).trim()
  if (!folder.startsWith('/')) return 'the folder does not begin with a slash'
  if (folderDepth(folder) < 3) return 'the folder names no organization, site and folder'
  return isAddress(value.slice(cut + 1).trim()) ? null : 'there is no address after “=”'
}

function folderDepth(folder: string): number {
  try {
    return segmentsOf(contentPath(folder.replace(/\/$/, ''))).length
  } catch {
    return 0
  }
}

/** A whole address, or one within Galley. */
const isAddress = (text: string) => /^([a-z][a-z0-9+.-]*:\/\/[^\s]+|[/#][^\s]*)$/i.test(text)
