import type { ContentPath } from '../../../../common/content/paths'
import { nameOf, splitName } from '../../../../common/content/paths'
import type { PublishedPage } from '../../../../common/importing/page'
import { pathIn, siteText, targetOf, type SourceSite } from '../../../../common/importing/source-site'
import { bulkRules, metadataFor, type BulkRules } from '../../../../common/publishing/page-metadata'
import type { AnsweredSheet } from '../../../workers'
import type { Came } from '../../fetch-line'
import type { ImportLimits } from '../../limits'
import { WebFailure } from '../../web-failure'
import { charsetOf, refuseRedirect, typeOf } from './answers'
import type { Fetcher, WebAnswer, WebRequest } from './fetcher'
import type { PageWork } from './page-work'
import type { TargetSite } from './target-site'

/** Where a source reads, and what it may ask there. */
export interface WebPlace {
  /** The sites that the person named: nothing else is asked, but by redirects of media. */
  readonly sites: readonly SourceSite[]
  /** Origins to which media may lead. */
  readonly hosts: readonly string[]
  /** Sent to this origin and to no other. */
  readonly siteToken: { readonly origin: string; readonly token: string } | null
  readonly target: ContentPath
  readonly targetSite: () => Promise<TargetSite>
}

/** Reads what lies at addresses of the sites that are imported. */
interface SiteReader {
  /** The file that an address becomes. @throws WebFailure */
  fileOf(address: string): ContentPath
  /** The site in which an address lies, and its path there. @throws WebFailure */
  siteFor(address: string): { readonly site: SourceSite; readonly path: string }
  /** @throws WebFailure */
  pageAt(
    address: string,
    signal: AbortSignal,
    came: Came
  ): Promise<PublishedPage & { readonly path: ContentPath }>
  /** A sheet with all its rows, exactly as the site gives it. @throws WebFailure */
  sheetAt(address: string, signal: AbortSignal, came: Came): Promise<AnsweredSheet>
  /** HEAD, and GET where a host does not know HEAD. @throws WebFailure */
  headOf(address: string, signal: AbortSignal): Promise<WebAnswer>
  /** The request for a file that is no text, which may lead to hosts that the person allowed. */
  mediaAt(address: string, signal: AbortSignal): WebRequest
}

export function openSiteReader(
  fetcher: Fetcher,
  limits: ImportLimits,
  work: PageWork,
  place: WebPlace
): SiteReader {
  const { target } = place
  const rules = new Map<string, Promise<BulkRules>>()
  let known: Promise<TargetSite> | null = null
  const targetSite = () => (known ??= place.targetSite())
  /** Below the target site: what goes before its paths in links. */
  const root = target
    .split('/')
    .slice(3)
    .map((part) => `/${part}`)
    .join('')

  const request = (
    method: 'GET' | 'HEAD',
    url: string,
    maxBytes: number,
    signal: AbortSignal,
    media: boolean
  ): WebRequest => ({
    method,
    url,
    maxBytes,
    signal,
    headers: ({ origin }) =>
      place.siteToken?.origin === origin ? { Authorization: `token ${place.siteToken.token}` } : {},
    follow: (from, to) => media && (to.protocol === 'https:' || to.protocol === 'http:') && isNamed(to, from)
  })

  /** A redirect on the same host, or to one that the person allowed. */
  const isNamed = (to: URL, from: URL) =>
    to.origin === from.origin ||
    place.sites.some(({ origin }) => origin === to.origin) ||
    place.hosts.includes(to.origin)

  function siteFor(address: string): { readonly site: SourceSite; readonly path: string } {
    const url = new URL(address)
    const found = place.sites
      .flatMap((site) => {
        const path = pathIn(site, url)
        return path === null ? [] : [{ site, path }]
      })
      .sort((a, b) => b.site.base.length - a.site.base.length)[0]
    if (found) return found
    throw new WebFailure('host', 'This address does not lie in the site that is imported.')
  }

  /** What the site's `metadata` sheet says, read once. */
  function bulkOf(site: SourceSite, signal: AbortSignal): Promise<BulkRules> {
    const key = siteText(site)
    const known = rules.get(key)
    if (known) return known
    const reading = sheetAt(`${key}/metadata.json`, signal, () => undefined)
      .then(({ bytes }) => work.run('site-sheet', bytes.length, { kind: 'metadata', bytes }, signal))
      .then(
        ({ metadata }) => metadata,
        (error: unknown) => {
          if (signal.aborted) {
            rules.delete(key)
            throw error
          }
          return bulkRules([])
        }
      )
    rules.set(key, reading)
    return reading
  }

  async function pageAt(
    address: string,
    signal: AbortSignal,
    came: Came
  ): Promise<PublishedPage & { readonly path: ContentPath }> {
    const { site, path } = siteFor(address)
    const answer = await fetcher.read(request('GET', address, limits.pageBytes, signal, false))
    refuseRedirect(answer)
    const type = typeOf(answer)
    if (type !== 'text/html' && type !== 'application/xhtml+xml' && type !== '')
      throw new WebFailure('type', `The address answers ${type}, not a page.`)
    const file = targetOf(target, path, true)
    const webPath = decoded(path.replace(/\.plain\.html$|\.html$/i, '').replace(/\/index$/, '/'))
    const bulk = metadataFor(await bulkOf(site, signal), webPath)
    const html = new TextDecoder(charsetOf(answer)).decode(answer.bytes)
    const { name } = splitName(nameOf(file))
    const of = { ...(await targetSite()), webPath, bulk, name }
    came(answer.bytes.length)
    return { html, site, page: answer.url, root, ...of, path: file }
  }

  async function sheetAt(address: string, signal: AbortSignal, came: Came): Promise<AnsweredSheet> {
    const read = async (url: string) => {
      const answer = await fetcher.read(request('GET', url, limits.sheetBytes, signal, false))
      refuseRedirect(answer)
      if (typeOf(answer) === 'text/html')
        throw new WebFailure('type', 'The address answers a page, not JSON.')
      const sheet = await work.run('import-sheet', answer.bytes.length, { bytes: answer.bytes }, signal)
      if (sheet.rows !== undefined) return sheet
      throw new WebFailure('broken', 'What the address answers is not valid JSON.')
    }
    const whole = (sheet: AnsweredSheet) => {
      came(sheet.bytes.length)
      return sheet
    }
    const first = await read(address)
    const url = new URL(address)
    if (first.rows == null || url.searchParams.has('limit') || url.searchParams.has('offset'))
      return whole(first)
    url.searchParams.set('limit', String(first.rows))
    const second = await read(url.href)
    if (second.rows === null) return whole(second)
    throw new WebFailure('size', `The source gives only a part of this sheet, which has ${first.rows} rows.`)
  }

  async function headOf(address: string, signal: AbortSignal): Promise<WebAnswer> {
    try {
      return await fetcher.retrying(address, signal, () =>
        fetcher.open(request('HEAD', address, limits.mediaBytes, signal, true))
      )
    } catch (error) {
      if (!(error instanceof WebFailure) || error.why !== 'unreachable' || error.passing) throw error
      return fetcher.retrying(address, signal, async () => {
        const answer = await fetcher.open(request('GET', address, limits.mediaBytes, signal, true))
        answer.discard()
        return answer
      })
    }
  }

  return {
    fileOf: (address) => targetOf(target, siteFor(address).path, false),
    siteFor,
    pageAt,
    sheetAt,
    headOf,
    mediaAt: (address, signal) => request('GET', address, limits.mediaBytes, signal, true)
  }
}

/** A path as people read it; as it is, where it is no proper encoding. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
