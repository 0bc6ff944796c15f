import type { ListItem } from '../../../../common/api/types'
import {
  contentPath,
  isHidden,
  nameOf,
  parentOf,
  splitName,
  type ContentPath
} from '../../../../common/content/paths'

/** One line of a folder: a file or a folder. */
export interface TreeEntry {
  readonly path: ContentPath
  /** With extension. */
  readonly name: string
  /** The name without extension: what it is sorted by, so that `summer` comes before `summer-copy`. */
  readonly stem: string
  readonly kind: 'file' | 'folder'
  /** Lower case, `''` for folders. */
  readonly ext: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Folders first, then by name as people count (`page-2` before `page-10`). */
export function compareEntries(a: TreeEntry, b: TreeEntry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1
  return (
    collator.compare(a.stem, b.stem) ||
    collator.compare(a.ext, b.ext) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}

export function entryAt(path: ContentPath, kind: TreeEntry['kind']): TreeEntry {
  const name = nameOf(path)
  if (kind === 'folder') return { path, name, stem: name, kind, ext: '' }
  const { name: stem, ext } = splitName(name)
  return { path, name, stem, kind, ext: ext.toLowerCase() }
}

/** A folder's list, sorted for the tree; hidden names left out (N4). */
export function entriesOf(items: readonly ListItem[]): TreeEntry[] {
  return items
    .map((item) => entryAt(contentPath(item.path), item.ext === undefined ? 'folder' : 'file'))
    .filter((entry) => !isHidden(entry.name))
    .sort(compareEntries)
}

/** The entries with one more in its place; the same array when it is there already. */
export function withEntry(entries: readonly TreeEntry[], added: TreeEntry): readonly TreeEntry[] {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = entries[middle]
    if (there && compareEntries(there, added) < 0) low = middle + 1
    else high = middle
  }
  if (entries[low]?.path === added.path) return entries
  return [...entries.slice(0, low), added, ...entries.slice(low)]
}

export function withoutEntry(entries: readonly TreeEntry[], path: ContentPath): readonly TreeEntry[] {
  return entries.some((entry) => entry.path === path)
    ? entries.filter((entry) => entry.path !== path)
    : entries
}

/** Of several paths, those that are not inside another one of them. */
export function topmost(paths: Iterable<ContentPath>): ContentPath[] {
  const all = new Set(paths)
  return [...all].filter((path) => !hasAncestorIn(path, all))
}

function hasAncestorIn(path: ContentPath, set: ReadonlySet<ContentPath>): boolean {
  for (let up = parentOf(path); up !== '/'; up = parentOf(up)) if (set.has(up)) return true
  return false
}
