import { isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import type { TreeEntry } from './entries'
import { entriesIn, type TreeState } from './tree-state'

/** One line as it is drawn. `depth` starts at 0 for what lies directly in the site. */
export type Row =
  | {
      readonly kind: 'entry'
      readonly key: string
      readonly entry: TreeEntry
      readonly depth: number
      readonly expanded: boolean
      readonly position: number
      readonly size: number
    }
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

/** The lines of the tree from top to bottom. */
export function rowsOf(state: TreeState): Row[] {
  if (!state.root) return []
  const rows: Row[] = []
  const wanted = state.filter.trim() === '' ? null : matching(state)
  addFolder(state, state.root, 0, wanted, rows)
  return rows
}

/** The rows that hold entries, in order: what the arrow keys walk over. */
export function entryRows(rows: readonly Row[]): Extract<Row, { kind: 'entry' }>[] {
  return rows.filter((row) => row.kind === 'entry')
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
  if (known.entries.length === 0 && depth > 0 && !adding && !wanted) {
    rows.push({ kind: 'empty', key: `empty:${folder}`, depth })
  }
  const shown = wanted ? known.entries.filter((entry) => wanted.has(entry.path)) : known.entries
  shown.forEach((entry, index) => {
    const expanded =
      entry.kind === 'folder' &&
      (wanted ? hasShownChild(state, entry, wanted) : state.expanded.has(entry.path))
    rows.push({
      kind: 'entry',
      key: entry.path,
      entry,
      depth,
      expanded,
      position: index + 1,
      size: shown.length
    })
    if (expanded) addFolder(state, entry.path, depth + 1, wanted, rows)
  })
}

function hasShownChild(state: TreeState, folder: TreeEntry, wanted: ReadonlySet<ContentPath>): boolean {
  return entriesIn(state, folder.path).some((entry) => wanted.has(entry.path))
}

/** Entries whose name holds every typed word, and the folders on the way to them. */
function matching(state: TreeState): Set<ContentPath> {
  const words = state.filter.trim().toLowerCase().split(/\s+/)
  const wanted = new Set<ContentPath>()
  for (const known of state.folders.values()) {
    if (known.status !== 'ready') continue
    for (const entry of known.entries) {
      const name = entry.name.toLowerCase()
      if (!words.every((word) => name.includes(word))) continue
      for (let at = entry.path; at !== state.root && at !== '/'; at = parentOf(at)) {
        if (wanted.has(at)) break
        wanted.add(at)
      }
    }
  }
  return wanted
}

/** How many entries match the filter themselves. */
export function matchCount(state: TreeState): number {
  const words = state.filter.trim().toLowerCase().split(/\s+/)
  let count = 0
  for (const [folder, known] of state.folders) {
    if (known.status !== 'ready' || !state.root || !isWithin(folder, state.root)) continue
    for (const entry of known.entries)
      if (words.every((word) => entry.name.toLowerCase().includes(word))) count++
  }
  return count
}
