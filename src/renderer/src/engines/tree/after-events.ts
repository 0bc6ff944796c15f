import type { ServiceEvent } from '../../../../common/api/events'
import {
  contentPath,
  isHidden,
  isWithin,
  nameOf,
  parentOf,
  type ContentPath
} from '../../../../common/content/paths'
import { entryAt, withEntries, type TreeEntry } from './entries'
import { entriesIn, type FolderState, type TreeState } from './tree-state'

/**
 * The tree after changes made anywhere; expansion, selection and focus are kept. Another program may make thousands in one
 * moment: what they do to a folder is done to it once.
 */
export function afterEvents(state: TreeState, events: readonly ServiceEvent[]): TreeState {
  let current = state
  let together = openTogether(state.root)
  const done = () => {
    current = together.applied(current)
    together = openTogether(state.root)
  }
  for (const event of events) {
    if (event.type !== 'file' && event.type !== 'folder') continue
    const path = contentPath(event.path)
    const from = event.change === 'moved' && event.from !== undefined ? contentPath(event.from) : null
    if (from !== null && event.type === 'folder') {
      done()
      current = folderMoved(current, from, path)
      continue
    }
    const gone = event.change === 'deleted' ? path : from
    const added = event.change === 'deleted' ? null : path
    if (together.isAbout(gone, added)) done()
    if (gone !== null) together.remove(gone, added)
    if (added !== null) together.add(added, event.type)
  }
  done()
  return current
}

/** Changes of which none undoes another, so that their order does not matter. */
function openTogether(root: ContentPath | null) {
  const added = new Map<ContentPath, Map<ContentPath, TreeEntry>>()
  /** What was added, also where it is not shown, and all above it. */
  const there = new Set<ContentPath>()
  const removed = new Set<ContentPath>()
  const renamed = new Map<ContentPath, ContentPath>()
  /** What was removed of a path: itself, or the folder that it lay in. */
  const goneWith = (path: ContentPath): ContentPath | null => {
    for (let at = path; ; at = parentOf(at)) {
      if (removed.has(at)) return at
      if (at === parentOf(at)) return null
    }
  }
  return {
    isAbout: (gone: ContentPath | null, path: ContentPath | null) =>
      (gone !== null && (there.has(gone) || goneWith(gone) !== null)) ||
      (path !== null && goneWith(path) !== null),
    remove(path: ContentPath, to: ContentPath | null) {
      removed.add(path)
      if (to !== null) renamed.set(path, to)
    },
    add(path: ContentPath, kind: TreeEntry['kind']) {
      for (let at = path; !there.has(at); at = parentOf(at)) there.add(at)
      if (!root || !isWithin(path, root) || hasHidden(path, root)) return
      let entry = entryAt(path, kind)
      for (let folder = parentOf(path); isWithin(folder, root); folder = parentOf(folder)) {
        const entries = added.get(folder) ?? new Map<ContentPath, TreeEntry>()
        const known = entries.has(entry.path)
        added.set(folder, entries.set(entry.path, entry))
        if (known || folder === '/') return
        entry = entryAt(folder, 'folder')
      }
    },
    applied(state: TreeState): TreeState {
      let next = removed.size === 0 ? state : without(state, removed, renamed, goneWith)
      const folders = new Map(next.folders)
      let isOther = false
      for (const [folder, entries] of added) {
        const known = folders.get(folder)
        if (known?.status !== 'ready') continue
        const more = withEntries(known.entries, [...entries.values()])
        if (more === known.entries) continue
        folders.set(folder, { status: 'ready', entries: more })
        isOther = true
      }
      if (isOther) next = { ...next, folders }
      return next
    }
  }
}

function hasHidden(path: ContentPath, root: ContentPath): boolean {
  for (let at = path; at !== root && at !== '/'; at = parentOf(at)) if (isHidden(nameOf(at))) return true
  return false
}

type GoneWith = (path: ContentPath) => ContentPath | null

/** @param renamed files that are elsewhere now: who had chosen them has them still */
function without(
  before: TreeState,
  removed: ReadonlySet<ContentPath>,
  renamed: ReadonlyMap<ContentPath, ContentPath>,
  goneWith: GoneWith
): TreeState {
  const state = renamed.size === 0 ? before : following(before, renamed)
  const gone = (at: ContentPath) => goneWith(at) !== null
  const { focused, anchor, naming } = state
  const folders = new Map([...state.folders].filter(([at]) => !gone(at)))
  let isOther = folders.size < state.folders.size
  for (const folder of new Set([...removed].map(parentOf))) {
    const known = folders.get(folder)
    if (known?.status !== 'ready') continue
    const entries = known.entries.filter(({ path }) => !removed.has(path))
    if (entries.length === known.entries.length) continue
    folders.set(folder, { status: 'ready', entries })
    isOther = true
  }
  const selected = new Set([...state.selected].filter((at) => !gone(at)))
  const isFocusGone = focused !== null && gone(focused)
  if (!isOther && !isFocusGone && selected.size === state.selected.size) return state
  return {
    ...state,
    folders,
    // what is still published of an open folder stays in sight
    expanded: new Set([...state.expanded].filter((at) => !gone(at) || state.published.below.has(at))),
    selected,
    focused: isFocusGone ? neighbour(state, goneWith(focused) ?? focused, removed) : focused,
    anchor: anchor && gone(anchor) ? null : anchor,
    naming: naming?.kind === 'rename' && gone(naming.path) ? null : naming
  }
}

function following(state: TreeState, renamed: ReadonlyMap<ContentPath, ContentPath>): TreeState {
  const now = (at: ContentPath) => renamed.get(at) ?? at
  return {
    ...state,
    selected: new Set([...state.selected].map(now)),
    focused: state.focused && now(state.focused),
    anchor: state.anchor && now(state.anchor)
  }
}

/**
 * Where the focus goes when its entry disappears: the next one that stays, else the one before, else the folder.
 */
function neighbour(
  state: TreeState,
  path: ContentPath,
  removed: ReadonlySet<ContentPath>
): ContentPath | null {
  const entries = entriesIn(state, parentOf(path))
  const index = entries.findIndex((entry) => entry.path === path)
  const stays = (entry: TreeEntry) => !removed.has(entry.path)
  const next =
    index < 0
      ? undefined
      : (entries.slice(index).find(stays) ?? entries.slice(0, index).reverse().find(stays))
  if (next) return next.path
  const folder = parentOf(path)
  return folder === state.root ? null : folder
}

/** What was known of the folder, and of all below it, is known at its new place. */
function folderMoved(state: TreeState, from: ContentPath, to: ContentPath): TreeState {
  const rename = (at: ContentPath) => (isWithin(at, from) ? contentPath(to + at.slice(from.length)) : at)
  const carried = new Map<ContentPath, FolderState>()
  for (const [at, known] of state.folders)
    if (isWithin(at, from)) carried.set(rename(at), renamedFolder(known, rename))
  const expanded = new Set([...state.expanded].map(rename))
  const selected = new Set([...state.selected].map(rename))
  const focused = state.focused ? rename(state.focused) : null
  const leaving = openTogether(state.root)
  leaving.remove(from, null)
  const left = leaving.applied(state)
  const arriving = openTogether(state.root)
  arriving.add(to, 'folder')
  const next = arriving.applied({ ...left, folders: new Map([...left.folders, ...carried]) })
  return { ...next, expanded, selected, focused, anchor: state.anchor ? rename(state.anchor) : null }
}

function renamedFolder(known: FolderState, rename: (path: ContentPath) => ContentPath): FolderState {
  if (known.status !== 'ready') return known
  return { status: 'ready', entries: known.entries.map((entry) => ({ ...entry, path: rename(entry.path) })) }
}
