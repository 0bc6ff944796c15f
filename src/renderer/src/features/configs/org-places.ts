import {
  contentPath,
  contentPathFromUrl,
  segmentsOf,
  type ContentPath
} from '../../../../common/content/paths'
import { BINDING_KEY } from '../../../../common/formats/structured'
import { cellText, type Book } from '../../../../common/formats/sheet'

/**
 * The file or folder that a row of the permissions of an organization is about; null for what is none, or all of the
 * organization.
 */
export function placeOfRule(text: string, org: string): ContentPath | null {
  const path = text.replace(/\s/g, '').replace(/\/\+?\*\*?$|\/$/g, '')
  return path.startsWith('/') && !path.includes('*') ? placeOrNull(() => contentPath(`/${org}${path}`)) : null
}

/**
 * The file or folder that an address names with its organization: a whole one of any server that has it, or the
 * folder of an editor's binding; null for what leads elsewhere.
 */
export function placeWithOrg(text: string, org: string): ContentPath | null {
  return placeOrNull(() => {
    const isWhole = /^https?:\/\//i.test(text)
    const written = isWhole ? new URL(text).pathname : text.replace(/[?#=].*$/s, '')
    const path = written.replace(/^\/(?:source|sites\/(?:live|preview))(?=\/)/, '').replace(/\/$/, '')
    return path.startsWith(`/${org}/`) ? contentPathFromUrl(path) : null
  })
}

function placeOrNull(read: () => ContentPath | null): ContentPath | null {
  try {
    const path = read()
    return path !== null && segmentsOf(path).length > 1 ? path : null
  } catch {
    return null
  }
}

/** Bounds what is asked for. */
const MOST = 500

/** What the permissions and the bindings of an organization are about. */
export function namedByOrg({ sheets }: Book, org: string): ContentPath[] {
  const named = sheets.flatMap(({ name, columns, rows }) => {
    const cell = (wanted: string) => columns.find((column) => column.name === wanted)?.slot
    const [path, key, value] = [cell('path'), cell('key'), cell('value')]
    return rows.flatMap(({ cells }) => {
      const text = (slot: number | undefined) => (slot === undefined ? '' : cellText(cells[slot]).trim())
      if (name === 'permissions') return placeOfRule(text(path), org) ?? []
      return text(key) === BINDING_KEY ? (placeWithOrg(text(value), org) ?? []) : []
    })
  })
  return [...new Set(named)].slice(0, MOST)
}
