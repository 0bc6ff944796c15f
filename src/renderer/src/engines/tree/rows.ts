import { isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import type { TreeEntry } from './entries'
import { goneAt, shownIn, type ShownEntry } from './gone'
import type { PublishedEntry } from './published-folders'
import type { TreeState } from './tree-state'

/** One line as it is drawn. `depth` starts at 0 for what lies directly in the site. */
export type Row =
  | (EntryLine & { readonly kind: 'entry'; readonly entry: TreeEntry })
  /** Published still, and not in the source any more. */
  | (EntryLine & { readonly kind: 'gone'; readonly entry: PublishedEntry })
  | { readonly kind: 'loading'; readonly key: string; readonly depth: number }
  | {
      readonly kind: 'failed'
      readonly key: string
      readonly depth: number
      readonly folder: ContentPath
      readonly message: string
    }
  | { readonly kind: 'empty'; readonly key: string; readonly depth: number }
  | { readonly kind: 'new'; readonly key: string; readonly depth: number; readonly folder: ContentPath }

interface EntryLine {
  readonly key: string
  readonly depth: number
  readonly expanded: boolean
  readonly position: number
  readonly size: number
}

/** The lines of the tree from top to bottom. */
export function rowsOf(state: TreeState): Row[] {
  if (!state.root) return []
  const rows: Row[] = []
  const wanted = state.filter.trim() === '' ? null : matching(state)
  addFolder(state, state.root, 0, wanted, rows)
  return rows
}

/** The rows that the arrow keys walk over and that can be chosen, in order: entries, and what is gone. */
export function entryRows(rows: readonly Row[]): Extract<Row, { kind: 'entry' | 'gone' }>[] {
  return rows.filter((row) => row.kind === 'entry' || row.kind === 'gone')
}

function addFolder(
  state: TreeState,
  folder: ContentPath,
  depth: number,
  wanted: ReadonlySet<ContentPath> | null,
  rows: Row[]
): void {
  const naming = state.naming
  const adding = naming?.kind === 'new' && naming.folder === folder
  if (adding) rows.push({ kind: 'new', key: `new:${folder}`, depth, folder })
  const known = state.folders.get(folder)
  if (!known || known.status === 'loading') {
    if (!wanted) rows.push({ kind: 'loading', key: `loading:${folder}`, depth })
    return
  }
  if (known.status === 'failed') {
    rows.push({ kind: 'failed', key: `failed:${folder}`, depth, folder, message: known.message })
    return
  }
  const children = shownIn(state, folder)
  if (children.length === 0 && depth > 0 && !adding && !wanted)
    rows.push({ kind: 'empty', key: `empty:${folder}`, depth })
  addChildren(state, children, depth, wanted, rows)
}

function addChildren(
  state: TreeState,
  children: readonly ShownEntry[],
  depth: number,
  wanted: ReadonlySet<ContentPath> | null,
  rows: Row[]
): void {
  const shown = wanted ? children.filter(({ entry }) => wanted.has(entry.path)) : children
  shown.forEach((child, index) => {
    const { path, kind } = child.entry
    const expanded =
      kind === 'folder' &&
      (wanted ? shownIn(state, path).some(({ entry }) => wanted.has(entry.path)) : state.expanded.has(path))
    const line = { key: path, depth, expanded, position: index + 1, size: shown.length }
    if (child.gone) rows.push({ kind: 'gone', entry: child.entry, ...line })
    else rows.push({ kind: 'entry', entry: child.entry, ...line })
    if (!expanded) return
    if (child.gone) addChildren(state, shownIn(state, path), depth + 1, wanted, rows)
    else addFolder(state, path, depth + 1, wanted, rows)
  })
}

/** Entries whose name holds every typed word, gone ones too, and the folders on the way to them. */
function matching(state: TreeState): Set<ContentPath> {
  const wanted = new Set<ContentPath>()
  for (const path of matches(state)) {
    for (let at = path; at !== state.root && at !== '/'; at = parentOf(at)) {
      if (wanted.has(at)) break
      wanted.add(at)
    }
  }
  return wanted
}

/** How many entries match the filter themselves. */
export function matchCount(state: TreeState): number {
  let count = 0
  for (const _path of matches(state)) count++
  return count
}

function* matches(state: TreeState): Generator<ContentPath> {
  const words = state.filter.trim().toLowerCase().split(/\s+/)
  const fits = ({ name }: TreeEntry) => {
    const low = name.toLowerCase()
    return words.every((word) => low.includes(word))
  }
  for (const [folder, known] of state.folders) {
    if (known.status !== 'ready' || !state.root || !isWithin(folder, state.root)) continue
    for (const entry of known.entries) if (fits(entry)) yield entry.path
  }
  for (const entry of state.published.at.values())
    if (fits(entry) && goneAt(state, entry.path)) yield entry.path
}
