import type { ContentPath } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { nameOf, splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { filesFor, resourcePathOf, siteFolder, sitePlace, webPathOf } from '../../common/publishing/addresses'
import { locationOf } from '../../common/publishing/location'
import { renderPage } from '../../common/publishing/page'
import { metadataFor, type BulkRules } from '../../common/publishing/page-metadata'
import { headersFor } from '../../common/publishing/response-headers'
import { isProtected } from '../../common/publishing/protection'
import { redirectKey } from '../../common/publishing/redirects'
import { prefixedAddress } from '../../common/publishing/site-addresses'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import { basePathOf } from '../http/base-path'
import { errorAnswer } from '../http/errors'
import type { Leader } from '../http/leader'
import { sendable } from '../http/sendable'
import { forCrawlers } from './for-crawlers'
import type { QueryIndices } from './query-index'
import { indexFile, openRows, rowsOf, type FileRow } from './query-index/index-file'
import type { Reading } from './reader'
import { renditionOf, sendRendition, wantsHtml } from './reader'
import { siteBase } from './reader-address'
import type { Rendition, Renditions } from './renditions'
import { deliveredTag } from './delivered'
import type { PageRules, SiteSheets } from './site-sheets'
import type { SheetOutlines } from './sheet-outlines'
import type { SmallLetters } from './small-letters'
import { sendMedia } from './site-media'
import { sendSheets } from './site-json'

export interface SiteParts {
  readonly store: Store
  readonly renditions: Renditions
  readonly sheets: SiteSheets
  readonly indices: QueryIndices
  readonly outlines: SheetOutlines
  readonly workers: Workers
  readonly smallLetters: SmallLetters
  /** Of the service, where it is known. */
  readonly origin: string | undefined
  /** Who has the query indices; null: this process. */
  readonly leader: Leader | null
}

/**
 * `GET /sites/{environment}/{org}/{site}/{path}` (N3): what readers of the site get. Pages as whole
 * documents, or their sections alone as `….plain.html`; sheets with `?sheet`, `?limit` and `?offset`; media
 * with ranges; the site's own redirects and its 404 page.
 */
export async function serveSite(parts: SiteParts, reading: Reading): Promise<Response> {
  const { address, headers } = reading
  const { site, rest, environment } = address
  const basePath = basePathOf(parts.origin)
  const base = basePath + siteBase(environment, site)
  if (rest === '') return redirect(`${base}/`, headers)
  const plain = rest.endsWith(PLAIN)
  const files = filesFor(site, plain ? `${rest.slice(0, -PLAIN.length)}.html` : rest)
  await reading.requireOpen(files)
  const { redirects, headers: own, pages } = await parts.sheets.of(environment, siteFolder(files[0]))
  const destination = redirects.get(redirectKey(rest))
  if (destination !== undefined) return redirect(prefixedAddress(destination, base), headers)

  const [asked] = files
  if (asked.endsWith('.json')) {
    const index = await sendIndex(parts, reading, asked)
    if (index) return index
  }
  for (const file of files) {
    const state = await parts.store.published.get(environment, file)
    if (!state) continue
    if (state.kind === 'json')
      return withHeaders(own, state, await sendSheets(parts, reading, state, jsonHeaders))
    if (state.kind === 'head') return sendHead(parts, reading, state)
    if (state.kind === 'media') return withHeaders(own, state, await sendMedia(parts.store, reading, state))
    return withHeaders(own, state, await sendPage(parts, reading, state, { base, plain, pages, status: 200 }))
  }
  const [first] = files
  for (const file of files) {
    const moved =
      (await parts.store.published.movedTo(environment, file)) ??
      (await parts.smallLetters(environment, file))
    // that something went where this reader may not go is not told
    if (!moved || plain || !(await reading.opens(moved))) continue
    return redirect(basePath + urlOf('readSite', { environment, ...sitePlace(moved) }), headers)
  }
  const index = indexOf(files)
  if (
    !rest.endsWith('/') &&
    (await reading.opens(index)) &&
    (await parts.store.published.get(environment, index))
  ) {
    return redirect(`${base}${rest}/`, headers)
  }
  const made = await forCrawlers(parts, reading, siteFolder(first), pages)
  return made ?? notFound(parts, reading, first, { base, pages })
}

/**
 * The query index that has this file as its target (U3); it goes before a file of that name. It lists what is
 * live; pages in preview read the same. Null: no index has it.
 */
async function sendIndex(
  { indices, leader }: SiteParts,
  reading: Reading,
  path: ContentPath
): Promise<Response | null> {
  if (leader) return (await indices.isAtLeader(path)) ? leader.handOn(reading) : null
  const made = await indices.made(siteFolder(path), PATIENCE_MS)
  if (made === undefined) {
    const error = new GalleyError(
      'not-found',
      'The index of this site is being made. Ask again in a moment.',
      {
        where: webPathOf(path)
      }
    )
    return errorAnswer(error, { ...reading.headers, 'Retry-After': '2' }, 503)
  }
  const target = resourcePathOf(path)
  const index = made?.definition.indices.find((one) => one.target === target)
  if (!made || !index) return null
  const rows = await readersRows(reading, path, rowsOf(made, index))
  return sendRendition(reading, indexFile(rows, index, reading.url.searchParams), jsonHeaders)
}

/** A protected page has a row for who may open it, and for nobody else (P7). */
async function readersRows(
  { protection, rights }: Reading,
  path: ContentPath,
  rows: readonly FileRow[]
): Promise<readonly FileRow[]> {
  const closed = await protection(path)
  const open = openRows(rows, closed)
  if (open.length === rows.length) return rows
  const may = await rights()
  if (typeof may !== 'function') return may === 'all' ? rows : open
  const judged = await Promise.all(
    rows.map(async ({ file }) => !isProtected(closed, file) || (await may(file)))
  )
  return rows.filter((_, number) => judged[number])
}

/** How long a reader waits for rows of what was just published. */
const PATIENCE_MS = 1000

const PLAIN = '.plain.html'
const HTML = 'text/html; charset=utf-8'

interface PageParts {
  readonly base: string
  readonly plain: boolean
  readonly pages: PageRules
  readonly status: number
}

async function sendPage(
  parts: SiteParts,
  reading: Reading,
  state: PublishedState,
  how: PageParts
): Promise<Response> {
  const { plain, base, pages, status } = how
  const key = `${deliveredTag(state)}.${plain ? 'plain' : `page.${pages.tag}.${state.path}`}.${base}`
  const rendition =
    parts.renditions.get(key) ?? (await parts.renditions.make(key, () => page(parts, state, how)))
  return sendRendition(reading, rendition, pageHeaders, status)
}

async function page(
  { store, workers }: SiteParts,
  state: PublishedState,
  { base, plain, pages }: PageParts
): Promise<Rendition> {
  const { hash, path, size } = state
  const body = await workers.run('page', { tenant: siteFolder(path), bytes: size }, async () => ({
    html: await store.published.read(hash, path),
    plain,
    base,
    name: splitName(nameOf(path)).name,
    path: webPathOf(path),
    metadata: plain ? new Map() : metadataFor(pages.metadata, webPathOf(path)),
    host: pages.host,
    head: pages.head
  }))
  const tag = deliveredTag(state)
  const etag = plain ? `"${tag}.plain${RENDERING}"` : `"${tag}.page${RENDERING}${pages.tag}"`
  return { body, etag, type: HTML }
}

/** The site's own page `404`, when it is published; else a plain one, or JSON for programs. */
async function notFound(
  parts: SiteParts,
  reading: Reading,
  path: ContentPath,
  { base, pages }: Pick<PageParts, 'base' | 'pages'>
): Promise<Response> {
  const { environment } = reading.address
  const error = new GalleyError('not-found', 'There is no such page on this site.', {
    where: webPathOf(path)
  })
  if (!wantsHtml(reading.request.headers)) throw error
  const page = `${siteFolder(path)}/404.html` as ContentPath
  const own = (await reading.opens(page)) ? await parts.store.published.get(environment, page) : null
  if (own && own.kind !== 'json' && own.kind !== 'media') {
    return sendPage(parts, reading, own, { base, pages, plain: false, status: 404 })
  }
  const plain = renderPage('<main><h1>Page not found</h1><p>There is no such page on this site.</p></main>', {
    base,
    name: 'Page not found'
  })
  return sendRendition(reading, renditionOf(plain, '"404"', HTML), pageHeaders, 404)
}

/** `/docs` is not there, but a folder with an index page. */
function indexOf(files: readonly [ContentPath, ...ContentPath[]]): ContentPath {
  const last = files.at(-1) ?? files[0]
  return (last.endsWith('.html') ? `${last.slice(0, -'.html'.length)}/index.html` : last) as ContentPath
}

/** The file that goes into each head, as it is: so it is brought into other sites. */
async function sendHead({ store }: SiteParts, reading: Reading, state: PublishedState): Promise<Response> {
  const body = sendable(await store.published.read(state.hash, state.path))
  return sendRendition(reading, { body, etag: `"${deliveredTag(state)}"`, type: HTML }, pageHeaders)
}

/**
 * What the site's `headers` sheet says of the place goes with the answer (U9); a `Link` with whole pages
 * alone.
 */
function withHeaders(rules: BulkRules, { path, kind }: PublishedState, answer: Response): Response {
  const isPage = kind !== 'json' && kind !== 'media'
  for (const [name, value] of headersFor(rules, webPathOf(path)))
    if (name !== 'link' || isPage) answer.headers.set(name, value)
  return answer
}

function redirect(location: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 301, headers: { ...headers, Location: locationOf(location) } })
}

/** Part of every ETag: a newer Galley may render the same content in another way. */
const RENDERING = 2

/** Nothing in a page can act in the service's origin: no script, no form, an origin of its own. */
const pageHeaders = {
  'Content-Security-Policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src * data: blob:; media-src *; style-src * 'unsafe-inline'; font-src * data:"
}

const jsonHeaders = { 'Content-Security-Policy': 'sandbox' }
