import type { ContentPath } from '../../common/content/paths'
import { segmentsOf } from '../../common/content/paths'
import { siteFolder } from '../../common/publishing/addresses'
import { environments } from '../../common/publishing/environments'
import type { Store } from '../store/types'

/**
 * The one path that clients mean who write an address in small letters before they publish it (U1):
 * `/news/page.html` for `/News/Page.html`. Null where several are spelled so, or none.
 * @param among where paths are looked for
 * @param counts whether a path is there, and may be told of
 */
export async function otherSpelling(
  store: Store,
  among: 'source' | 'source and published',
  asked: readonly ContentPath[],
  counts: (path: ContentPath) => Promise<boolean>
): Promise<ContentPath | null> {
  const found = new Set<ContentPath>()
  for (const path of asked) {
    const published = among === 'source' ? [] : await amongPublished(store, path)
    for (const one of [...(await inSource(store, path)), ...published])
      if (one !== path && (await counts(one))) found.add(one)
  }
  const [first = null, ...others] = found
  return others.length === 0 ? first : null
}

/** Looked for folder by folder: names in one differ by more than case (N5), so there is one way at most. */
async function inSource(store: Store, path: ContentPath): Promise<ContentPath[]> {
  const site = siteFolder(path)
  let places = [site]
  for (const name of segmentsOf(path).slice(2)) {
    const lists = await Promise.all(places.map((folder) => store.list(folder)))
    places = lists
      .flatMap((entries) => entries ?? [])
      .filter((entry) => entry.name === name || entry.name.toLowerCase() === name)
      .map((entry) => entry.path)
  }
  return places
}

/** What is published may have no source any more. */
async function amongPublished(store: Store, path: ContentPath): Promise<ContentPath[]> {
  const site = siteFolder(path)
  const below = (one: ContentPath) => one.slice(site.length)
  const states = await Promise.all(environments.map((one) => store.published.list(one, site)))
  return states
    .flat()
    .flatMap((state) => (below(state.path).toLowerCase() === below(path) ? [state.path] : []))
}
