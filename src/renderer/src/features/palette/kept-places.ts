import {
  contentPath,
  isContentPath,
  isHidden,
  isWithin,
  segmentsOf,
  type ContentPath
} from '../../../../common/content/paths'
import type { ServiceEvent } from '../../../../common/api/events'
import { currentWorkspace } from '../../api'
import type { TreeEntry } from '../../engines/tree/entries'
import { keep, keptText } from '../../state/keep'
import { createStore, useStore } from '../../state/store'

/** Where people go again and again in a workspace; kept on this computer, for later starts. */
interface KeptPlaces {
  /** The document that was in front last at the beginning. */
  readonly recents: readonly ContentPath[]
  readonly favourites: readonly Favourite[]
}

export type Favourite = Pick<TreeEntry, 'path' | 'kind'>

const MOST_RECENTS = 20
/** More than anyone finds again in a list. */
const MOST_FAVOURITES = 100

const places = createStore<KeptPlaces>({ recents: [], favourites: [] })

export const placesNow = places.now
export const usePlacesKept = (): KeptPlaces => useStore(places)

/** Takes what was kept of the open workspace, by this window or another one. */
export function readPlaces(): void {
  places.set(read())
}

export function noteRecent(path: ContentPath): void {
  if (read().recents[0] === path) return
  change(({ recents, favourites }) => ({
    recents: [path, ...recents.filter((other) => other !== path)].slice(0, MOST_RECENTS),
    favourites
  }))
}

export function addFavourites(added: readonly Favourite[]): void {
  change(({ recents, favourites }) => {
    const fresh = added.filter(({ path }) => !favourites.some((other) => other.path === path))
    return { recents, favourites: [...favourites, ...fresh].slice(0, MOST_FAVOURITES) }
  })
}

export function removeFavourites(paths: readonly ContentPath[]): void {
  change(({ recents, favourites }) => ({
    recents,
    favourites: favourites.filter(({ path }) => !paths.includes(path))
  }))
}

export const isFavourite = (path: ContentPath): boolean =>
  places.now().favourites.some((other) => other.path === path)

/** Places follow what moves, and go with what is deleted, whoever does it. */
export function followPlaces(event: ServiceEvent): void {
  if (event.type !== 'file' && event.type !== 'folder') return
  const path = contentPath(event.path)
  if (event.change === 'deleted') return keepThose((place) => (isWithin(place, path) ? null : place))
  if (event.change !== 'moved' || event.from === undefined) return
  const from = contentPath(event.from)
  // what a client moves to a dot folder, such as its trash, is no place to go to (N4)
  const isOut = segmentsOf(path).some(isHidden)
  const moved = (place: ContentPath) => (isOut ? null : contentPath(path + place.slice(from.length)))
  keepThose((place) => (isWithin(place, from) ? moved(place) : place))
}

/** @param now where a place is now; null: nowhere */
function keepThose(now: (place: ContentPath) => ContentPath | null): void {
  const { recents, favourites } = places.now()
  const all = [...recents, ...favourites.map(({ path }) => path)]
  if (all.every((place) => now(place) === place)) return
  change((kept) => ({
    recents: [...new Set(kept.recents.flatMap((place) => now(place) ?? []))],
    favourites: onePerPath(
      kept.favourites.flatMap(({ path, kind }) => {
        const to = now(path)
        return to === null ? [] : [{ path: to, kind }]
      })
    )
  }))
}

const onePerPath = (favourites: readonly Favourite[]): readonly Favourite[] => [
  ...new Map(favourites.map((favourite) => [favourite.path, favourite])).values()
]

/** On top of what is kept now: another window may have added to it. */
function change(next: (kept: KeptPlaces) => KeptPlaces): void {
  const changed = next(read())
  keep(key(), JSON.stringify(changed))
  places.set(changed)
}

const key = () => `galley.places.${currentWorkspace()?.id ?? ''}`

/** What was kept; whatever of it is not understood is left out. */
function read(): KeptPlaces {
  const { recents, favourites } = parsed(keptText(key()))
  return {
    recents: Array.isArray(recents) ? recents.filter(isContentPath).slice(0, MOST_RECENTS) : [],
    favourites: Array.isArray(favourites)
      ? onePerPath(favourites.flatMap(favouriteFrom)).slice(0, MOST_FAVOURITES)
      : []
  }
}

function parsed(text: string | null): { readonly recents?: unknown; readonly favourites?: unknown } {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function favouriteFrom(value: unknown): Favourite[] {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('kind' in value)) return []
  const { path, kind } = value
  return isContentPath(path) && (kind === 'file' || kind === 'folder') ? [{ path, kind }] : []
}
