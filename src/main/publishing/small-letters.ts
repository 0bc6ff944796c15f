import { LRUCache } from 'lru-cache'
import type { ContentPath } from '../../common/content/paths'
import { siteFolder } from '../../common/publishing/addresses'
import type { Environment } from '../../common/publishing/environments'
import type { Store } from '../store/types'
import { takingTurns } from '../system/turns'

/**
 * The one published path that is written so in small letters: `/News/Page.html` for `/news/page.html`; null
 * where there is none, or several.
 */
export type SmallLetters = (environment: Environment, path: ContentPath) => Promise<ContentPath | null>

/**
 * For readers of clients that write addresses in small letters (U1). What is published is gone over once a
 * second at most.
 */
export function openSmallLetters({ published }: Pick<Store, 'published'>): SmallLetters {
  const known = new LRUCache<string, Promise<ReadonlyMap<string, ContentPath | null>>>({
    max: 100,
    ttl: 1000
  })

  async function spelled(environment: Environment, site: ContentPath) {
    const found = new Map<string, ContentPath | null>()
    const turn = takingTurns()
    for (const { path } of await published.list(environment, site)) {
      await turn()
      const small = inSmall(path, site)
      if (small !== path) found.set(small, found.has(small) ? null : path)
    }
    return found
  }

  return async (environment, path) => {
    const site = siteFolder(path)
    if (inSmall(path, site) !== path) return null
    const key = `${environment} ${site}`
    const before = known.get(key)
    if (before) return (await before).get(path) ?? null
    const made = spelled(environment, site)
    known.set(key, made)
    made.catch(() => known.delete(key))
    return (await made).get(path) ?? null
  }
}

/** The site itself has one spelling. */
const inSmall = (path: ContentPath, site: ContentPath): string => site + path.slice(site.length).toLowerCase()
