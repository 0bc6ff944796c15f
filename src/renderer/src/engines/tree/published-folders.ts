import { isHidden, isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import type { PublishedItem } from '../../../../common/publishing/listing'
import { compareEntries, entryAt, type TreeEntry } from './entries'

/** Something published, or a folder on the way to it, whether the source has it or not. */
export interface PublishedEntry extends TreeEntry {
  /** Readers have it, or something in it; else it is in preview only. */
  readonly live: boolean
  /** `page`, `structured`, `json` or `media`; empty for a folder. */
  readonly published: string
}

/** What is published of a site, as folders. */
export interface PublishedFolders {
  /** What lies directly in a folder, sorted as the tree is. */
  readonly below: ReadonlyMap<ContentPath, readonly PublishedEntry[]>
  readonly at: ReadonlyMap<ContentPath, PublishedEntry>
}

export const nothingPublished: PublishedFolders = { below: new Map(), at: new Map() }

/** Puts what is published of a site into its folders; hidden names are left out (N4). */
export function publishedFolders(
  site: ContentPath,
  items: ReadonlyMap<ContentPath, PublishedItem>
): PublishedFolders {
  const at = new Map<ContentPath, PublishedEntry>()
  for (const [path, { live, kind }] of items) {
    if (path === site || !isWithin(path, site) || hasHidden(path, site)) continue
    const isLive = live !== null
    at.set(path, { ...entryAt(path, 'file'), live: isLive, published: kind })
    for (let folder = parentOf(path); folder !== site; folder = parentOf(folder)) {
      const known = at.get(folder)
      if (known && (known.live || !isLive)) break
      at.set(folder, { ...entryAt(folder, 'folder'), live: isLive, published: '' })
    }
  }
  const below = new Map<ContentPath, PublishedEntry[]>()
  for (const entry of at.values()) {
    const folder = parentOf(entry.path)
    const there = below.get(folder)
    if (there) there.push(entry)
    else below.set(folder, [entry])
  }
  for (const entries of below.values()) entries.sort(compareEntries)
  return { below, at }
}

const hasHidden = (path: ContentPath, site: ContentPath): boolean =>
  path
    .slice(site.length + 1)
    .split('/')
    .some(isHidden)
