import { candidatesOf } from '../publishing/site-addresses'
import { pathIn, type SourceSite } from './source-site'

/** Where addresses of a page lead, and how they are written in the imported one. */
export interface References {
  readonly site: SourceSite
  /** The page's own address. */
  readonly page: string
  /**
   * What goes before paths of the target site: the folder that is imported into; `''` for the site itself.
   */
  readonly root: string
}

/**
 * A link as it is written in the imported page: one to the same site begins at the site's root, relative ones
 * and those to other sites stay as they are.
 */
export function importedLink(value: string, { site, root }: References): string {
  const trimmed = value.trim()
  const isWhole = /^https?:\/\//i.test(trimmed)
  if (!isWhole && !(trimmed.startsWith('/') && !/^\/[/\\]/.test(trimmed))) return value
  if (!isWhole && site.base === '' && root === '') return value
  const url = parsed(trimmed, site.origin)
  const path = url && pathIn(site, url)
  if (!url || path === null) return isWhole ? value : site.origin + trimmed
  // as it was written, so that nothing is escaped anew
  const written = trimmed.replace(/^https?:\/\/[^/?#]*/i, '')
  const below = written.startsWith(site.base) ? written.slice(site.base.length) : path + url.search + url.hash
  return root + (below.startsWith('/') ? below : `/${below}`)
}

/** A picture or film: like a link, and without what asks a site for another size of it. */
export function importedMedia(value: string, references: References): string {
  return importedLink(withoutRendition(value), references)
}

export function importedSrcset(value: string, references: References): string {
  return candidatesOf(value)
    .map(({ address, rest }) => importedMedia(address, references) + rest)
    .join(', ')
}

/** The address of a picture of the same site, without what follows `?` and `#`; null for others. */
export function ownMedia(value: string, { site, page }: References): string | null {
  const url = parsed(withoutRendition(value.trim()), page)
  if (!url || pathIn(site, url) === null) return null
  url.hash = ''
  url.search = ''
  return url.href
}

/** Whether an address asks for another size or format of a picture. */
export const isRendition = (value: string): boolean => withoutRendition(value) !== value

function withoutRendition(value: string): string {
  return /[?&](?:width|format|optimize)=/.test(value) ? value.replace(/\?[^#]*/, '') : value
}

export function parsed(value: string, base: string): URL | null {
  try {
    return new URL(value, base)
  } catch {
    return null
  }
}

/** Where an address of the published page leads: a path of its site, or a whole address. */
export function placeOf(address: string, { site, page }: References): string {
  const url = parsed(address.trim(), page)
  if (!url) return address
  const path = pathIn(site, url)
  return path === null ? url.href : plainMedia(path + url.search + url.hash)
}

/** The same for the imported page, whose own place has the same path. */
export function importedPlace(address: string, { site, page, root }: References): string {
  const own = parsed(page, site.origin)
  const path = own ? (pathIn(site, own) ?? '/') : '/'
  const url = parsed(address.trim(), `galley://site${root}${path}`)
  if (!url) return address
  if (url.protocol !== 'galley:') return url.href
  const below = url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length) : url.pathname
  return plainMedia(below + url.search + url.hash)
}

const plainMedia = (path: string) =>
  /[?&](?:width|format|optimize)=/.test(path) ? path.replace(/\?.*$/, '') : path
