import { readableJson, type Readable } from '../readable-json'
import type { ContentPath } from '../../../../../common/content/paths'
import { urlOf } from '../../../../../common/api/url'
import { contentPathFromUrl, pathToUrl } from '../../../../../common/content/paths'
import { filesFor } from '../../../../../common/publishing/addresses'
import type { Environment } from '../../../../../common/publishing/environments'
import { sentenceOf, served } from '../../../api'

/** A place of a site in one of its states. */
export interface Place {
  readonly environment: Environment
  /** Below the site, percent-encoded, with a slash in front: `/`, `/docs/a`. */
  readonly rest: string
}

/** What readers get at a place. */
export type Visit =
  | { readonly kind: 'page'; readonly html: string; readonly rest: string; readonly missing: boolean }
  | ({ readonly kind: 'text'; readonly rest: string } & Readable)
  | { readonly kind: 'picture'; readonly address: string; readonly rest: string }
  | { readonly kind: 'other'; readonly type: string; readonly rest: string }
  | { readonly kind: 'failed'; readonly message: string }

/** `/sites/live/org/site`, as the service has it. */
export const sitePathOf = (site: ContentPath, environment: Environment): string =>
  urlOf('readSite', { environment, at: site, path: '' })

/** The same as this window asks for it. */
const baseOf = (site: ContentPath, environment: Environment): string => served(sitePathOf(site, environment))

/** What somebody typed as an address of the site: a path, or a whole address of it. */
export function restOf(typed: string, site: ContentPath): string {
  const text = typed.trim()
  const inSite = new RegExp(
    `^(?:(?:[a-z]+://[^/]+)?${escaped(served('/'))}|/)sites/(?:live|preview)${escaped(pathToUrl(site))}(/.*)?$`,
    'i'
  )
  const [, below] = inSite.exec(text) ?? []
  const rest = below ?? (inSite.test(text) ? '/' : text)
  // dots lead nowhere above the site, and a query stays one
  const url = parsed(rest.replace(/^\/*/, '/'), 'https://site.invalid')
  return url ? url.pathname + url.search : '/'
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As people read it. */
export function readableRest(rest: string): string {
  try {
    return decodeURI(rest)
  } catch {
    return rest
  }
}

/** The file that a place shows, to be edited; null when it can be none. */
export function fileAt(site: ContentPath, rest: string): ContentPath | null {
  try {
    const [path = ''] = rest.split(/[?#]/)
    return filesFor(pathToUrl(site), path)[0]
  } catch {
    return null
  }
}

/** Asks for a place as a reader does. Never rejects. */
export async function visit(
  site: ContentPath,
  { environment, rest }: Place,
  signal: AbortSignal
): Promise<Visit> {
  const base = baseOf(site, environment)
  try {
    const answer = await fetch(base + rest, { headers: { Accept: 'text/html,*/*;q=0.8' }, signal })
    const { pathname, search } = new URL(answer.url === '' ? base + rest : answer.url, location.href)
    const there = pathname.startsWith(base) ? `${pathname.slice(base.length)}${search}` || '/' : rest
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? ''
    if (type === 'text/html')
      return { kind: 'page', html: await answer.text(), rest: there, missing: answer.status === 404 }
    if (!answer.ok) return { kind: 'failed', message: await refusal(answer) }
    if (type === 'application/json' || type.startsWith('text/'))
      return { kind: 'text', ...readableJson(await answer.text()), rest: there }
    await answer.body?.cancel()
    if (type.startsWith('image/')) return { kind: 'picture', address: base + there, rest: there }
    return { kind: 'other', type, rest: there }
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', message: '' }
    return { kind: 'failed', message: `${sentenceOf(error)} ${OUTSIDE}` }
  }
}

const OUTSIDE = 'An address that leads out of the site is opened in the browser only.'

async function refusal(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : `The site answers ${answer.status}.`
}

/** The path in the site that a link of a page means; null when it leads elsewhere. */
export function linkedRest(href: string, site: ContentPath, { environment, rest }: Place): string | null {
  const base = baseOf(site, environment)
  if (href.startsWith('#')) return null
  const url = parsed(href, `https://site.invalid${base}${rest}`)
  if (!url || url.origin !== 'https://site.invalid') return null
  const { pathname, search } = url
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return null
  return `${pathname.slice(base.length)}${search}` || '/'
}

/** The published file that an address in a page means, as a path of the service; null for others. */
export function ownAddress(address: string, site: ContentPath, place: Place): string | null {
  const rest = linkedRest(address, site, place)
  if (rest === null) return null
  try {
    contentPathFromUrl(pathToUrl(site) + (rest.split('?')[0] ?? ''))
    return baseOf(site, place.environment) + rest
  } catch {
    return null
  }
}

function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
