import { createHash } from 'node:crypto'
import type { ContentPath } from '../../common/content/paths'
import { nameOf } from '../../common/content/paths'
import { webPathOf } from '../../common/publishing/addresses'
import { isProtected } from '../../common/publishing/protection'
import type { SitemapPage } from '../../common/publishing/sitemap'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import { takingTurns } from '../system/turns'
import { isIndexed } from './query-index/entries'
import { renditionOf, sendRendition, type Reading } from './reader'
import { siteBase } from './reader-address'
import { sheetQueryOf } from './sheet-query'
import type { PageRules } from './site-sheets'

/**
 * `sitemap.xml` and `robots.txt` of a site that has published none of its own (U10). They tell of what
 * everybody may read, whoever asks: a protected page is in no sitemap. Null for another address, and where
 * there is nothing to tell of.
 */
export async function forCrawlers(
  {
    store,
    workers,
    origin
  }: { readonly store: Store; readonly workers: Workers; readonly origin: string | undefined },
  reading: Reading,
  site: ContentPath,
  pages: PageRules
): Promise<Response | null> {
  const { address, url } = reading
  const { environment, rest } = address
  if (rest !== '/sitemap.xml' && rest !== '/robots.txt') return null
  const open = await openPages(store, reading, site)
  if (open.length === 0) return null
  const isLive = environment === 'live'
  const own = (origin ?? url.origin) + siteBase(environment, address.site)
  const base = isLive ? (pages.host ?? own) : own
  if (rest === '/robots.txt') {
    const text = isLive
      ? `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
    return sendRendition(reading, renditionOf(text, tagOf(text), 'text/plain; charset=utf-8'))
  }
  const part = partOf(url.searchParams)
  const how = { tenant: site, bytes: open.length * BYTES_A_PAGE }
  const text = await workers.run('sitemap', how, () => ({
    pages: open,
    address: base,
    metadata: pages.metadata,
    part
  }))
  return text === null ? null : sendRendition(reading, renditionOf(text, tagOf(text), 'application/xml'))
}

/** What a page of a sitemap is taken to cost. */
const BYTES_A_PAGE = 200

async function openPages(
  { published }: Store,
  { address, protection }: Reading,
  site: ContentPath
): Promise<SitemapPage[]> {
  const closed = await protection(`${site}/x` as ContentPath)
  const turn = takingTurns()
  const found: SitemapPage[] = []
  for (const state of await published.list(address.environment, site)) {
    await turn()
    if (isListed(state) && !isProtected(closed, state.path))
      found.push({ webPath: webPathOf(state.path), at: state.at })
  }
  return found
}

const isListed = (state: PublishedState): boolean =>
  isIndexed(state) && state.unlisted !== true && nameOf(state.path) !== '404.html'

/** @throws GalleyError bad-request */
function partOf(params: URLSearchParams): number | null {
  const text = params.get('part')
  if (text === null) return null
  return Math.max(1, sheetQueryOf(new URLSearchParams({ limit: text })).limit ?? 1)
}

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex')}"`
