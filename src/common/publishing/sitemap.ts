import { escapeHtml } from './html-edits'
import { metadataFor, saidIn, type BulkRules, type PageMetadata } from './page-metadata'

/** A page of a sitemap. */
export interface SitemapPage {
  /** Where readers find it on the site: `/docs/a`. */
  readonly webPath: string
  /** When it was published, Unix milliseconds. */
  readonly at: number
}

export interface SitemapSource {
  readonly pages: readonly SitemapPage[]
  /** What goes before their paths: `https://www.example.com`. */
  readonly address: string
  /** What the site's metadata says: pages that it keeps from search engines are left out. */
  readonly metadata: BulkRules
  /** Which part is wanted, from 1; null: all, or where it is too much for one file the list of the parts. */
  readonly part: number | null
}

/** The sitemap of a site (U10), sitemaps.org: 50,000 pages a file. Null for a part that is not there. */
export function sitemapOf({ pages, address, metadata, part }: SitemapSource): string | null {
  const robots = { ...metadata, wild: metadata.wild.filter((at) => metadata.rules[at]?.cells.some(isRobots)) }
  const listed = pages
    .filter(({ webPath }) => !isUnlisted(metadataFor(robots, webPath)))
    .sort((a, b) => (a.webPath < b.webPath ? -1 : 1))
  const parts = Math.max(1, Math.ceil(listed.length / PART))
  if (part === null && parts > 1) {
    const links = Array.from({ length: parts }, (_, number) => `${address}/sitemap.xml?part=${number + 1}`)
    return written('sitemapindex', 'sitemap', links.map(locOf))
  }
  const number = part ?? 1
  if (number > parts) return null
  const shown = listed.slice((number - 1) * PART, number * PART)
  const entries = shown.map(
    ({ webPath, at }) =>
      `${locOf(address + encoded(webPath))}<lastmod>${new Date(at).toISOString()}</lastmod>`
  )
  return written('urlset', 'url', entries)
}

/** Whether metadata keeps a page from search engines. */
export const isUnlisted = (metadata: PageMetadata): boolean =>
  saidIn(metadata, 'robots')
    .toLowerCase()
    .split(',')
    .some((word) => word.trim() === 'noindex' || word.trim() === 'none')

const PART = 50_000

const isRobots = ([key]: readonly [string, string]) => key === 'robots'
const locOf = (address: string) => `<loc>${escapeHtml(address)}</loc>`
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const written = (root: string, each: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries
    .map((entry) => `<${each}>${entry}</${each}>\n`)
    .join('')}</${root}>\n`
