import { formatOf, kindOf, type FileKind } from '../formats/files'
import type { ContentPath } from '../content/paths'
import { clashKey, contentPathFromUrl, isHidden, nameOf, segmentsOf, splitName } from '../content/paths'
import { GalleyError } from '../errors'

/**
 * A published site: its origin, and what every path of it begins with (`/sites/live/org/site`, or nothing).
 */
export interface SourceSite {
  readonly origin: string
  /** Percent-encoded, without a slash at the end; `''` for a whole domain. */
  readonly base: string
}

/**
 * Reads the address of a site as a person types it. `example.com` means https.
 * @throws GalleyError bad-request with a sentence, for anything but http and https, and for names and
 * passwords in it
 */
export function parseSite(text: string): SourceSite {
  const url = webAddress(text)
  if (url.search !== '' || url.hash !== '')
    throw refusal('The address of a site has no “?” and no “#”.', text)
  return { origin: url.origin, base: url.pathname.replace(/(?<!\/)\/+$/, '') }
}

/** An http or https address. @throws GalleyError bad-request */
export function webAddress(text: string): URL {
  const trimmed = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  let url: URL
  try {
    url = new URL(whole)
  } catch {
    throw refusal('This is not an address. It looks like https://www.example.com.', text)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refusal('Only http and https addresses can be imported.', text)
  if (url.username !== '' || url.password !== '')
    throw refusal(
      'The address holds a name or a password. Leave them out; tokens have a field of their own.',
      ''
    )
  return url
}

/** The site that an address lies in when nobody says: the site of a Galley service, or the whole domain. */
export function siteOf(url: URL): SourceSite {
  const galley = /^\/sites\/(?:live|preview)\/[^/]+\/[^/]+(?=\/|$)/.exec(url.pathname)
  return { origin: url.origin, base: galley ? galley[0] : '' }
}

export const siteText = ({ origin, base }: SourceSite): string => origin + base

/**
 * The path of an address below a site, still percent-encoded, with a slash in front; null for what lies
 * elsewhere.
 */
export function pathIn({ origin, base }: SourceSite, url: URL): string | null {
  if (url.origin !== origin) return null
  if (url.pathname === base) return '/'
  return url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : null
}

/** The address of a path of a site. @param path as status jobs list it, not percent-encoded */
export function addressOf(site: SourceSite, path: string): string {
  return siteText(site) + path.split('/').map(encodeURIComponent).join('/')
}

/**
 * Where what is found at a path belongs: pages get `.html`, a folder's page is its `index.html`, everything
 * else keeps its name.
 * @param folder the target: a site, or a folder in it
 * @param path below the source's site, percent-encoded
 * @throws GalleyError bad-path for names that no file can have, and for dot names; media may lie in the asset
 * folder of a page (VE10)
 */
export function targetOf(folder: ContentPath, path: string, isPage: boolean): ContentPath {
  const plain = isPage ? path.replace(/\.plain\.html$/i, '') : path
  const whole = plain.endsWith('/') ? `${plain}index` : plain
  const below = contentPathFromUrl(whole)
  if (segmentsOf(below).some(isHidden) && (isPage || !isAsset(below)))
    throw new GalleyError('bad-path', 'Names that begin with a dot are not imported.', { where: below })
  const { ext } = splitName(nameOf(below))
  const isHtml = formatOf(ext) === 'page'
  return `${folder}${below}${isPage && !isHtml ? '.html' : ''}` as ContentPath
}

function isAsset(path: ContentPath): boolean {
  const names = segmentsOf(path)
  const [folder, ...more] = names.slice(0, -1).filter(isHidden)
  const isOne = folder !== undefined && more.length === 0 && clashKey(folder) !== '.trash'
  const name = nameOf(path)
  return isOne && !isHidden(name) && shown.has(kindOf(splitName(name).ext))
}

const shown: ReadonlySet<FileKind> = new Set(['image', 'pdf', 'video', 'audio'])

const refusal = (message: string, where: string) =>
  new GalleyError('bad-request', message, where === '' ? {} : { where: where.slice(0, 200) })
