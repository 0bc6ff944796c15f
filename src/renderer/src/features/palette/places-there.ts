import { contentPath, parentOf, type ContentPath } from '../../../../common/content/paths'
import { api } from '../../api'
import { entryAt, type TreeEntry } from '../../engines/tree/entries'
import { entryOf } from '../../engines/tree/tree-state'
import { tree } from '../../engines/tree/tree-store'
import { createStore, useStore } from '../../state/store'
import { placesNow, type Favourite } from './kept-places'

/** Of the kept places that the tree has not read, those that are there and may be seen. */
const seen = createStore<ReadonlySet<ContentPath>>(new Set())

export const usePlacesThere = (): unknown => useStore(seen)

/** The recent documents that are there and may be seen, the last one first. */
export const recentsThere = (): readonly TreeEntry[] =>
  placesNow().recents.flatMap((path) => thereAs({ path, kind: 'file' }))

export const favouritesThere = (): readonly TreeEntry[] => placesNow().favourites.flatMap(thereAs)

function thereAs({ path, kind }: Favourite): TreeEntry[] {
  const state = tree()
  const isRead = state.folders.get(parentOf(path))?.status === 'ready'
  if (isRead) return entryOf(state, path)?.kind === kind ? [entryAt(path, kind)] : []
  return seen.now().has(path) ? [entryAt(path, kind)] : []
}

/** Looks which of the kept places are there: a folder's list has what this person may see of it (S2). */
export async function lookAtPlaces(): Promise<void> {
  const { recents, favourites } = placesNow()
  const folders = new Set([...recents, ...favourites.map(({ path }) => path)].map(parentOf))
  const unread = [...folders].filter((folder) => tree().folders.get(folder)?.status !== 'ready')
  const lists = await Promise.all(unread.map(pathsIn))
  seen.set(new Set(lists.flat()))
}

/** Nothing where the list is refused, or cannot be had. */
const pathsIn = (folder: ContentPath): Promise<readonly ContentPath[]> =>
  api.list(folder, { missing: 'empty' }).then(
    (items) => items.map(({ path }) => contentPath(path)),
    () => []
  )
