import type { TrashItem } from '../../../../common/api/types'
import {
  contentPath,
  isWithin,
  segmentsOf,
  topmost,
  type ContentPath
} from '../../../../common/content/paths'
import type { PublishedEntry } from '../../engines/tree/published-folders'

/** How what is gone comes back. */
export interface WayBack {
  /**
   * From the trash, as they are: the things themselves, or what was in a folder that is gone. Outer folders
   * first.
   */
  readonly own: readonly TrashItem[]
  /** Folders in the trash that hold some of it, and come back as a whole. */
  readonly holding: readonly TrashItem[]
  /** What lies in those folders. */
  readonly held: readonly PublishedEntry[]
  /** The trash has nothing of these: they come back only from what is published. */
  readonly missing: readonly PublishedEntry[]
}

/** Finds, for everything that is gone, where it can come back from. */
export function wayBack(gone: readonly PublishedEntry[], trash: readonly TrashItem[]): WayBack {
  const deleted = trash
    .filter(({ cause }) => cause === 'deleted')
    .map((item) => ({ item, path: contentPath(item.path) }))
    .sort((a, b) => b.item.deletedAt - a.item.deletedAt)
  const newest = new Map<ContentPath, TrashItem>()
  for (const { item, path } of deleted) if (!newest.has(path)) newest.set(path, item)

  const own = new Map<ContentPath, TrashItem>()
  const holding = new Set<TrashItem>()
  const held: PublishedEntry[] = []
  const missing: PublishedEntry[] = []
  const outer = new Set(topmost(gone.map(({ path }) => path)))
  for (const entry of gone) {
    if (!outer.has(entry.path)) continue
    const itself = newest.get(entry.path)
    const inside = itself ? [] : [...newest].filter(([path]) => isWithin(path, entry.path))
    const around = deleted.find(({ path }) => isWithin(entry.path, path))
    if (itself) own.set(entry.path, itself)
    else if (inside.length > 0) for (const [path, item] of inside) own.set(path, item)
    else if (around) {
      holding.add(around.item)
      held.push(entry)
    } else missing.push(entry)
  }
  const depth = ({ path }: TrashItem) => segmentsOf(contentPath(path)).length
  return { own: [...own.values()].sort((a, b) => depth(a) - depth(b)), holding: [...holding], held, missing }
}
