import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, isHidden, isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import { entryAt, withEntry, withoutEntry, type TreeEntry } from './entries'
import { nothingPublished, type PublishedFolders } from './published-folders'

type FolderState =
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

/** The tree after changes made anywhere; expansion, selection and focus are kept. */
export function afterEvents(state: TreeState, events: readonly ServiceEvent[]): TreeState {
  return events.reduce(afterEvent, state)
}

function afterEvent(state: TreeState, event: ServiceEvent): TreeState {
  if (event.type !== 'file' && event.type !== 'folder') return state
  const path = contentPath(event.path)
  switch (event.change) {
    case 'deleted':
      return withoutPath(state, path)
    case 'moved':
      return event.from === undefined
        ? withPath(state, path, event.type)
        : moved(state, contentPath(event.from), path, event.type)
    default:
      return withPath(state, path, event.type)
  }
}

function withPath(state: TreeState, path: ContentPath, kind: TreeEntry['kind']): TreeState {
  if (!state.root || !isWithin(path, state.root)) return state
  let next = state
  let entry = entryAt(path, kind)
  for (let folder = parentOf(path); isWithin(folder, state.root); folder = parentOf(folder)) {
    if (isHidden(entry.name)) return state
    const known = next.folders.get(folder)
    if (known?.status === 'ready') {
      const entries = withEntry(known.entries, entry)
      if (entries !== known.entries) next = withFolder(next, folder, { status: 'ready', entries })
    }
    if (folder === '/') break
    entry = entryAt(folder, 'folder')
  }
  return next
}

function withoutPath(state: TreeState, path: ContentPath): TreeState {
  const folder = parentOf(path)
  const known = state.folders.get(folder)
  const gone = (at: ContentPath) => isWithin(at, path)
  const entries = known?.status === 'ready' ? withoutEntry(known.entries, path) : null
  const listed = known?.status === 'ready' && entries !== null && entries !== known.entries
  const below = state.folders.has(path) || [...state.selected].some(gone) || state.focused === path
  if (!listed && !below) return state
  const folders = new Map([...state.folders].filter(([at]) => !gone(at)))
  if (listed) folders.set(folder, { status: 'ready', entries })
  return {
    ...state,
    folders,
    // what is still published of an open folder stays in sight
    expanded: new Set([...state.expanded].filter((at) => !gone(at) || state.published.below.has(at))),
    selected: new Set([...state.selected].filter((at) => !gone(at))),
    focused: state.focused && gone(state.focused) ? neighbour(known, path, state) : state.focused,
    anchor: state.anchor && gone(state.anchor) ? null : state.anchor,
    naming: state.naming?.kind === 'rename' && gone(state.naming.path) ? null : state.naming
  }
}

/** Where the focus goes when its entry disappears: the next one, else the one before, else the folder. */
function neighbour(known: FolderState | undefined, path: ContentPath, state: TreeState): ContentPath | null {
  const entries = known?.status === 'ready' ? known.entries : []
  const index = entries.findIndex((entry) => entry.path === path)
  const next = entries[index + 1] ?? entries[index - 1]
  if (index >= 0 && next) return next.path
  const folder = parentOf(path)
  return folder === state.root ? null : folder
}

function moved(state: TreeState, from: ContentPath, to: ContentPath, kind: TreeEntry['kind']): TreeState {
  const rename = (at: ContentPath) => (isWithin(at, from) ? contentPath(to + at.slice(from.length)) : at)
  const wasFolder = kind === 'folder'
  const carried = new Map<ContentPath, FolderState>()
  if (wasFolder) {
    for (const [at, known] of state.folders)
      if (isWithin(at, from)) carried.set(rename(at), renamedFolder(known, rename))
  }
  const expanded = new Set([...state.expanded].map(rename))
  const selected = new Set([...state.selected].map(rename))
  const focused = state.focused ? rename(state.focused) : null
  const without = withoutPath(state, from)
  const next = withPath({ ...without, folders: new Map([...without.folders, ...carried]) }, to, kind)
  return { ...next, expanded, selected, focused, anchor: state.anchor ? rename(state.anchor) : null }
}

function renamedFolder(known: FolderState, rename: (path: ContentPath) => ContentPath): FolderState {
  if (known.status !== 'ready') return known
  return { status: 'ready', entries: known.entries.map((entry) => ({ ...entry, path: rename(entry.path) })) }
}
