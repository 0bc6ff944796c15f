import { compareNames } from '../../../../common/order'
import type { ListItem } from '../../../../common/api/types'
import { contentPath, isHidden, nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Steps } from '../../../../common/steps'

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

/** Folders first, then by name as people count (`page-2` before `page-10`). */
export function compareEntries(a: TreeEntry, b: TreeEntry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1
  return (
    compareNames(a.stem, b.stem) ||
    compareNames(a.ext, b.ext) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}

export function entryAt(path: ContentPath, kind: TreeEntry['kind']): TreeEntry {
  const name = nameOf(path)
  if (kind === 'folder') return { path, name, stem: name, kind, ext: '' }
  const { name: stem, ext } = splitName(name)
  return { path, name, stem, kind, ext: ext.toLowerCase() }
}

/** So many are read, or compared, between two stops: a few milliseconds. */
const AT_A_TIME = 1000

/**
 * A folder's list, sorted for the tree; hidden names left out (N4). A folder may have a hundred thousand of
 * them.
 */
export function* entriesOf(items: readonly ListItem[]): Steps<readonly TreeEntry[]> {
  const entries: TreeEntry[] = []
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) yield
    const entry = entryAt(contentPath(item.path), item.ext === undefined ? 'folder' : 'file')
    if (!isHidden(entry.name)) entries.push(entry)
  }
  return yield* sorted(entries)
}

/** Short pieces first, then two and two of them. */
function* sorted(entries: readonly TreeEntry[]): Steps<readonly TreeEntry[]> {
  let pieces: (readonly TreeEntry[])[] = []
  for (let from = 0; from < entries.length; from += AT_A_TIME) {
    if (from > 0) yield
    pieces.push(entries.slice(from, from + AT_A_TIME).sort(compareEntries))
  }
  while (pieces.length > 1) {
    const longer: (readonly TreeEntry[])[] = []
    for (let at = 0; at < pieces.length; at += 2)
      longer.push(yield* merged(pieces[at] ?? [], pieces[at + 1] ?? []))
    pieces = longer
  }
  return pieces[0] ?? []
}

function* merged(a: readonly TreeEntry[], b: readonly TreeEntry[]): Steps<readonly TreeEntry[]> {
  const both: TreeEntry[] = []
  let [i, j] = [0, 0]
  for (let left = a[i], right = b[j]; left && right;) {
    if (compareEntries(left, right) <= 0) {
      both.push(left)
      left = a[++i]
    } else {
      both.push(right)
      right = b[++j]
    }
    if (both.length % AT_A_TIME === 0) yield
  }
  return [...both, ...a.slice(i), ...b.slice(j)]
}

/** The entries with more of them, each in its place; the same array when they are all there already. */
export function withEntries(entries: readonly TreeEntry[], more: readonly TreeEntry[]): readonly TreeEntry[] {
  const all: TreeEntry[] = []
  let from = 0
  let isOther = false
  for (const added of [...more].sort(compareEntries)) {
    const at = placeOf(entries, added, from)
    for (let next = entries[from]; from < at && next; next = entries[++from]) all.push(next)
    if (entries[at]?.path === added.path || all.at(-1)?.path === added.path) continue
    all.push(added)
    isOther = true
  }
  if (!isOther) return entries
  for (let next = entries[from]; next; next = entries[++from]) all.push(next)
  return all
}

/** Where the first one stands that does not come before it. */
function placeOf(entries: readonly TreeEntry[], added: TreeEntry, from: number): number {
  let [low, high] = [from, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const there = entries[middle]
    if (there && compareEntries(there, added) < 0) low = middle + 1
    else high = middle
  }
  return low
}
