import { parentOf, type ContentPath } from '../../../../common/content/paths'
import { compareEntries, type TreeEntry } from './entries'
import type { PublishedEntry, PublishedFolders } from './published-folders'
import { entriesIn, entryOf, type TreeState } from './tree-state'

/** What a folder shows: what is in it, and what is still published of what is in it no more. */
export type ShownEntry =
  | { readonly gone: false; readonly entry: TreeEntry }
  | { readonly gone: true; readonly entry: PublishedEntry }

/**
 * What is published at a path that the source has no more (U5); null for everything else, and while its
 * folder is not read. Told from the tree itself, so that a deletion, its undo and a new file of the name show
 * at once.
 */
export function goneAt(state: TreeState, path: ContentPath): PublishedEntry | null {
  const published = state.published.at.get(path)
  if (!published || !state.root) return null
  const folder = parentOf(path)
  const known = state.folders.get(folder)
  if (known?.status === 'ready') return entryOf(state, path) ? null : published
  return known === undefined && folder !== state.root && goneAt(state, folder) ? published : null
}

/** Of a folder that has been read, or is gone itself: its lines from top to bottom. */
export function shownIn(state: TreeState, folder: ContentPath): readonly ShownEntry[] {
  const here = entriesIn(state, folder)
  const below = state.published.below.get(folder) ?? none
  const key = here.length > 0 ? here : below
  const known = merged.get(key)
  if (known?.below === below) return known.shown
  const shown = merge(here, below)
  merged.set(key, { below, shown })
  return shown
}

/**
 * The tree with what is published now; what was chosen and is neither here nor published any more is let go.
 */
export function withPublished(state: TreeState, published: PublishedFolders): TreeState {
  if (state.published === published) return state
  const next = { ...state, published }
  const lost = (path: ContentPath) =>
    goneAt(state, path) !== null && goneAt(next, path) === null && entryOf(next, path) === null
  const { focused, anchor } = state
  return {
    ...next,
    selected: [...state.selected].some(lost)
      ? new Set([...state.selected].filter((path) => !lost(path)))
      : state.selected,
    focused: focused && lost(focused) ? neighbour(state, focused, lost) : focused,
    anchor: anchor && lost(anchor) ? null : anchor
  }
}

const none: readonly PublishedEntry[] = []
const merged = new WeakMap<
  readonly TreeEntry[],
  { readonly below: readonly PublishedEntry[]; readonly shown: readonly ShownEntry[] }
>()

function merge(here: readonly TreeEntry[], below: readonly PublishedEntry[]): readonly ShownEntry[] {
  const taken = new Set(here.map(({ path }) => path))
  const gone = below.filter(({ path }) => !taken.has(path))
  const shown: ShownEntry[] = []
  let next = 0
  for (const entry of here) {
    for (let other = gone[next]; other && compareEntries(other, entry) < 0; other = gone[++next])
      shown.push({ gone: true, entry: other })
    shown.push({ gone: false, entry })
  }
  for (const entry of gone.slice(next)) shown.push({ gone: true, entry })
  return shown
}

/** The line after it, else before it, else its folder, of what does not go as well. */
function neighbour(
  state: TreeState,
  path: ContentPath,
  lost: (path: ContentPath) => boolean
): ContentPath | null {
  const folder = parentOf(path)
  const paths = shownIn(state, folder).map(({ entry }) => entry.path)
  const at = paths.indexOf(path)
  const near =
    paths.slice(at + 1).find((other) => !lost(other)) ??
    paths
      .slice(0, at)
      .reverse()
      .find((other) => !lost(other))
  if (near) return near
  if (folder === state.root) return null
  return lost(folder) ? neighbour(state, folder, lost) : folder
}
