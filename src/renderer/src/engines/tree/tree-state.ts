import { isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import { entryAt, type TreeEntry } from './entries'
import { nothingPublished, type PublishedFolders } from './published-folders'

export type FolderState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly entries: readonly TreeEntry[] }
  | { readonly status: 'failed'; readonly message: string; readonly reason: string }

/** A line that is being typed: the name of something new, or a new name. */
export type Naming =
  | { readonly kind: 'new'; readonly what: NewKind; readonly folder: ContentPath }
  | { readonly kind: 'rename'; readonly path: ContentPath }

export type NewKind = 'page' | 'json' | 'folder'

/** What the tree of one site shows. */
export interface TreeState {
  /** The site. */
  readonly root: ContentPath | null
  /** What is known of each folder; also the site's index of names for filter and palette. */
  readonly folders: ReadonlyMap<ContentPath, FolderState>
  /** What is published of the site, also of what it has no more. */
  readonly published: PublishedFolders
  readonly expanded: ReadonlySet<ContentPath>
  readonly selected: ReadonlySet<ContentPath>
  /** Where the keyboard is. */
  readonly focused: ContentPath | null
  /** Where a Shift selection starts. */
  readonly anchor: ContentPath | null
  readonly filter: string
  readonly naming: Naming | null
  /** What Ctrl+X or Ctrl+C took. */
  readonly clipboard: { readonly mode: 'cut' | 'copy'; readonly paths: readonly ContentPath[] } | null
  /** While the whole site is being read for the filter or the palette. */
  readonly walking: boolean
}

export const emptyTree: TreeState = {
  root: null,
  folders: new Map(),
  published: nothingPublished,
  expanded: new Set(),
  selected: new Set(),
  focused: null,
  anchor: null,
  filter: '',
  naming: null,
  clipboard: null,
  walking: false
}

export function entriesIn(state: TreeState, folder: ContentPath): readonly TreeEntry[] {
  const known = state.folders.get(folder)
  return known?.status === 'ready' ? known.entries : []
}

export function entryOf(state: TreeState, path: ContentPath): TreeEntry | null {
  if (path === state.root) return entryAt(path, 'folder')
  return entriesIn(state, parentOf(path)).find((entry) => entry.path === path) ?? null
}

/**
 * Where something new or pasted goes: the folder that has the focus, or the folder of the file that has it;
 * for what is gone, the nearest folder that is there.
 */
export function targetFolder(state: TreeState): ContentPath | null {
  const { focused, root } = state
  if (!focused || !root || !isWithin(focused, root)) return root
  for (let path = focused; path !== root; path = parentOf(path)) {
    const entry = entryOf(state, path)
    if (entry) return entry.kind === 'folder' ? path : parentOf(path)
  }
  return root
}

export function withFolder(state: TreeState, folder: ContentPath, known: FolderState): TreeState {
  return { ...state, folders: new Map(state.folders).set(folder, known) }
}

export function withExpanded(state: TreeState, folder: ContentPath, open: boolean): TreeState {
  if (state.expanded.has(folder) === open) return state
  const expanded = new Set(state.expanded)
  if (open) expanded.add(folder)
  else expanded.delete(folder)
  return { ...state, expanded }
}

/** All files of the site that are known so far. */
export function knownFiles(state: TreeState): TreeEntry[] {
  const files: TreeEntry[] = []
  for (const known of state.folders.values()) {
    if (known.status === 'ready')
      for (const entry of known.entries) if (entry.kind === 'file') files.push(entry)
  }
  return files
}
