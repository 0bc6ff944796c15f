import type { ContentPath } from '../content/paths'
import { contentPath, isWithin, segmentsOf } from '../content/paths'
import type { Row } from './sheets'

/** The key of the entries that protect a site, or a part of it: readers then need a site token (A3, F6). */
const PROTECTED_KEY = 'delivery.protected'

/**
 * What the entries `delivery.protected` of a config protect. A value is `/org/site` or a path below it, with
 * or without `/**` at the end; only what lies below the config's own path counts.
 */
export function protectedIn(sheets: Iterable<readonly Row[]>, configPath: ContentPath): ContentPath[] {
  return [...sheets].flat().flatMap((row) => {
    if (!Object.hasOwn(row, 'key') || row.key !== PROTECTED_KEY || !Object.hasOwn(row, 'value')) return []
    const path = typeof row.value === 'string' ? pathIn(row.value) : null
    // an entry that cannot be read was meant to close something: nothing stays open by a typing mistake
    if (path === null) return [configPath]
    return isWithin(path, configPath) ? [path] : []
  })
}

/** Whether one of the entries covers a path: the path itself, the page of that name, everything below. */
export function isProtected(entries: readonly ContentPath[], path: ContentPath): boolean {
  return entries.some((entry) => isWithin(path, entry) || path === `${entry}.html`)
}

function pathIn(text: string): ContentPath | null {
  try {
    const path = contentPath(text.trim().replace(/\/(\+?\*\*|\*)?$/, ''))
    return segmentsOf(path).length >= 1 ? path : null
  } catch {
    return null
  }
}
