import type { ContentPath } from '../content/paths'
import { contentPath, pathToUrl } from '../content/paths'
import { siteFolder, webPathOf } from '../publishing/addresses'

/** Which hosts mean what: `www.example.com`, `127.0.0.1:4502`, in small letters. */
export interface HostNames {
  /** The hosts of sites. */
  readonly sites: ReadonlyMap<string, ContentPath>
  /** By which the service itself is asked: `/sites/live/org/site/…`, `/source/org/site/…`, `#/edit/org/site/…`. */
  readonly own: ReadonlySet<string>
}

/** What of hosts is asked where an address is read. */
export interface Hosts {
  readonly sites: { get(name: string): ContentPath | undefined }
  readonly own: { has(name: string): boolean }
}

/** What an address says, before anybody looks whether something is there. */
export interface Said {
  /** Whose address it is. */
  readonly site: ContentPath
  /** As a browser asks for it, below the site: percent-encoded, begins with a slash. */
  readonly pathname: string
  /** The stretch of the value that is the path below the site. */
  readonly from: number
  readonly to: number
  /**
   * Where it begins: at the page, at the site's root, at a host; `file` and `app` name a file of the workspace
   * itself.
   */
  readonly form: 'relative' | 'root' | 'host' | 'file' | 'app'
  /** The site stands in the value, from here to `from`. */
  readonly siteFrom: number | null
  /** Decoded; null for none. */
  readonly anchor: string | null
  /** The path has signs that browsers read as others, or leave out: it is not written anew. */
  readonly tangled: boolean
}

/** A place in the page itself: a path that is empty. */
interface Here {
  readonly here: true
  readonly anchor: string | null
}

/**
 * What an address means to who reads it in a page: `Here`, or a path of a site of the workspace; null for what
 * leads elsewhere and for what is no address. Path, query and anchor are parted before anything is decoded.
 * @param base the page's own pathname below its site, percent-encoded; an address may begin there
 */
export function saidBy(
  value: string,
  { site, base }: { readonly site: ContentPath; readonly base: string },
  hosts: Hosts,
  relative = true
): Said | Here | null {
  const compact = value.replace(/[\t\n\r]/g, '')
  const whole = compact === value ? value : compact
  const hash = whole.indexOf('#')
  const anchor = hash < 0 ? null : decodedAnchor(whole.slice(hash + 1))
  const end = whole.search(/[?#]/)
  const to = end < 0 ? whole.length : end
  const path = whole.slice(0, to)
  const tangled = whole !== value || path.includes('\\')
  const finish = (said: Omit<Said, 'anchor' | 'to' | 'tangled' | 'pathname'> & { readonly path: string }) =>
    withPathname(said, { base, anchor, to, tangled })

  if (path === '') return relative ? { here: true, anchor } : null
  const host = /^(?:(https?):)?[/\\]{2}([^/\\]+)/i.exec(path)
  if (host)
    return atHost({ whole, path, prefix: host[0], scheme: host[1], host: host[2] ?? '' }, hosts, finish)
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || /^[/\\]{2}/.test(path)) return null
  if (/^[/\\]/.test(path)) return finish({ site, path, from: 0, form: 'root', siteFrom: null })
  return relative ? finish({ site, path, from: 0, form: 'relative', siteFrom: null }) : null
}

interface AtHost {
  readonly whole: string
  readonly path: string
  /** With scheme and slashes. */
  readonly prefix: string
  readonly scheme: string | undefined
  readonly host: string
}

type Finish = (
  said: Omit<Said, 'anchor' | 'to' | 'tangled' | 'pathname'> & { readonly path: string }
) => Said | null

function atHost({ whole, path, prefix, scheme, host }: AtHost, hosts: Hosts, finish: Finish): Said | null {
  const name = hostName(host, scheme)
  const from = prefix.length
  const site = hosts.sites.get(name)
  if (site) return finish({ site, path: path.slice(from), from, form: 'host', siteFrom: null })
  if (!hosts.own.has(name)) return null
  const inPath = /^(\/sites\/(?:live|preview)|\/source)(\/[^/]+\/[^/]+)(?=\/|$)/.exec(path.slice(from))
  const [all = '', room = '', place = ''] = inPath ?? []
  const named = place === '' ? null : sitePath(place)
  if (!named) return inApp(whole, from, finish)
  return finish({
    site: named,
    path: path.slice(from + all.length),
    from: from + all.length,
    form: room === '/source' ? 'file' : 'host',
    siteFrom: from + room.length
  })
}

/** `…/#/edit/org/site/docs/a`: what the app opens. Its anchor is the path: nothing in the page is meant. */
function inApp(whole: string, from: number, finish: Finish): Said | null {
  const inHash = /^\/?#\/edit(\/[^/?#]+\/[^/?#]+)(\/[^?#]*)$/.exec(whole.slice(from))
  const [, place = '', path = ''] = inHash ?? []
  const site = place === '' ? null : sitePath(place)
  if (!site) return null
  const begin = whole.length - path.length
  const said = finish({ site, path, from: begin, form: 'app', siteFrom: begin - place.length })
  return said && { ...said, to: whole.length, anchor: null }
}

function withPathname(
  { path, ...said }: Omit<Said, 'anchor' | 'to' | 'tangled' | 'pathname'> & { readonly path: string },
  { base, anchor, to, tangled }: { base: string; anchor: string | null; to: number; tangled: boolean }
): Said | null {
  try {
    const { pathname } = new URL(
      path === '' ? '/' : path,
      `https://site.invalid${said.form === 'relative' ? base : '/'}`
    )
    return { ...said, pathname, anchor, to, tangled }
  } catch {
    return null
  }
}

function sitePath(place: string): ContentPath | null {
  try {
    const path = contentPath(decodeURIComponent(place))
    return siteFolder(path) === path ? path : null
  } catch {
    return null
  }
}

/** As it is compared: small letters, without the port that its scheme has anyway. */
export function hostName(host: string, scheme = 'https'): string {
  try {
    return new URL(`${scheme.toLowerCase()}://${host}`).host
  } catch {
    return ''
  }
}

function decodedAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor).normalize('NFC')
  } catch {
    return anchor
  }
}

/** Where addresses that begin at a page begin, as its readers have it. */
export const baseOf = (page: ContentPath): { readonly site: ContentPath; readonly base: string } => ({
  site: siteFolder(page),
  base: pathToUrl(webPathOf(page))
})
