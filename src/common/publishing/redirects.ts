import { cell } from './sheet-cell'
import type { Row } from './sheets'

/** The redirects of a site: where readers of one path are sent. */
export type Redirects = ReadonlyMap<string, string>

/**
 * The rows of a site's `redirects` sheet, columns `Source` and `Destination` in any case. Rows that lack one
 * say nothing.
 */
export function redirectsIn(rows: readonly Row[]): Redirects {
  const found = new Map<string, string>()
  for (const row of rows) {
    const source = sourceOf(cell(row, 'source'))
    const destination = cell(row, 'destination')
    if (source !== null && destination !== '' && destination !== source) found.set(source, destination)
  }
  return found
}

/** A path without a slash at the end, and without `.html`; an address counts by its path. */
function sourceOf(text: string): string | null {
  let path = text
  if (/^https?:\/\//i.test(text)) {
    try {
      path = new URL(text).pathname
    } catch {
      return null
    }
  }
  return path.startsWith('/') ? redirectKey(path) : null
}

/** The form in which sources are compared with what readers ask for, whose escapes are read before anything else. */
export function redirectKey(path: string): string {
  let bare = decoded(path).replace(/\.html$/, '')
  while (bare.length > 1 && bare.endsWith('/')) bare = bare.slice(0, -1)
  return bare
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}
