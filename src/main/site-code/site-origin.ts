import { pathToUrl, type ContentPath } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { statusOfReason } from '../../common/api/statuses'
import { GalleyError } from '../../common/errors'
import { filesFor, resourcePlace } from '../../common/publishing/addresses'
import type { Look } from '../../common/site-code'
import { codeType, extensionOf, isCodeFirst, type SiteCodeSource } from './code-files'
import { framedPage, leadingTo, wordsPage } from './framed-page'

interface SiteOriginParts {
  readonly site: ContentPath
  readonly look: Look
  readonly code: SiteCodeSource
  /** The service's answer to its owner. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** What is typed in a page and perhaps not saved yet. */
  readonly typed: (path: ContentPath) => string | null
}

/**
 * Answers as the site's own host would: pages and data of its content, everything else of its code (E23). It
 * has an origin of its own, and its policy lets a page ask nobody else.
 */
export function siteOrigin(parts: SiteOriginParts): (request: Request) => Promise<Response> {
  const { site, look, code } = parts
  const base = urlOf('readSite', { environment: look === 'live' ? 'live' : 'preview', at: site, path: '' })

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD' } })
    const url = new URL(request.url)
    const rest = withoutBase(url.pathname) || '/'
    try {
      const answer = await found(rest, url.search)
      return request.method === 'HEAD' ? new Response(null, answer) : answer
    } catch (error) {
      if (!(error instanceof GalleyError)) throw error
      const { reason, message } = error
      const status = reason === 'unreachable' ? 502 : statusOfReason[reason]
      return extensionOf(rest) === '' ? whole(wordsPage(message), status) : words(message, status)
    }
  }

  async function found(rest: string, query: string): Promise<Response> {
    const path = decoded(rest)
    if (path === null) return words('This is no path.', 400)
    if (isCodeFirst(path)) return (await fromCode(path)) ?? (await fromContent(rest, query))
    const content = await fromContent(rest, query)
    if (content.status !== 404) return content
    return (await fromCode(path)) ?? content
  }

  async function fromCode(path: string): Promise<Response | null> {
    if (codeType(path) === null) return null
    const file = await code.read(path)
    return file && new Response(file.bytes, { headers: { ...headers, 'Content-Type': file.type } })
  }

  async function fromContent(rest: string, query: string): Promise<Response> {
    const answer = look === 'draft' ? await asWritten(rest, query) : await fromPublished(rest, query)
    const to = answer.headers.get('Location')
    if (to !== null && answer.status > 299 && answer.status < 400) {
      await answer.body?.cancel()
      return whole(
        to.startsWith('/') ? leadingTo(withoutBase(to) || '/') : wordsPage(`${OUTSIDE} ${to}.`),
        200
      )
    }
    const type = answer.headers.get('Content-Type') ?? ''
    const isWhole = type.startsWith('text/html') && !rest.endsWith(PLAIN)
    if (isWhole) return page(await readable(answer), answer.status)
    const own = new Headers(headers)
    for (const name of ['Content-Type', 'Content-Length', 'Content-Range', 'Accept-Ranges'])
      if (answer.headers.has(name)) own.set(name, answer.headers.get(name) ?? '')
    if (!type.startsWith('text/html'))
      return new Response(answer.body, { status: answer.status, headers: own })
    own.delete('Content-Length')
    return new Response(await readable(answer), { status: answer.status, headers: own })
  }

  function fromPublished(rest: string, query: string): Promise<Response> {
    return parts.ask(base + rest + query, { headers: { Accept: 'text/html, */*' } })
  }

  /**
   * What is written goes before what is published; but data are as readers get them, once they are published.
   */
  async function asWritten(rest: string, query: string): Promise<Response> {
    if (!rest.endsWith('.json')) return (await fromSource(rest)) ?? (await fromPublished(rest, query))
    const answer = await fromPublished(rest, query)
    if (answer.status !== 404) return answer
    const written = await fromSource(rest)
    if (written) await answer.body?.cancel()
    return written ?? answer
  }

  /** Null where the source has nothing for readers there. */
  async function fromSource(rest: string): Promise<Response | null> {
    const isPlain = rest.endsWith(PLAIN)
    for (const file of filesFor(pathToUrl(site), isPlain ? `${rest.slice(0, -PLAIN.length)}.html` : rest)) {
      if (!file.endsWith('.html')) {
        const answer = await parts.ask(urlOf('readFile', { at: file }))
        if (answer.ok) return answer
        await answer.body?.cancel()
        continue
      }
      const text = parts.typed(file) ?? (await sourceOf(file))
      if (text === null) continue
      return parts.ask(urlOf('drawPage', { ...resourcePlace(file), plain: isPlain || undefined }), {
        method: 'POST',
        body: text,
        headers: { 'Content-Type': 'text/html' }
      })
    }
    return null
  }

  async function sourceOf(file: ContentPath): Promise<string | null> {
    const answer = await parts.ask(urlOf('readFile', { at: file }))
    if (answer.ok) return answer.text()
    await answer.body?.cancel()
    return null
  }

  function withoutBase(path: string): string {
    return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : path
  }

  /** Its text, with addresses as they are at the site's own host. */
  async function readable(answer: Response): Promise<string> {
    return (await answer.text()).replaceAll(`"${base}/`, '"/')
  }

  async function page(text: string, status: number): Promise<Response> {
    const head = await code.read('/head.html')
    return whole(framedPage(text, { head: head && new TextDecoder().decode(head.bytes), look }), status)
  }
}

const OUTSIDE = 'This address leads out of the site, to'
const PLAIN = '.plain.html'
const HTML = 'text/html; charset=utf-8'

/** A page may run its site's code, which asks its own origin and nobody else. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' data: blob:",
    "connect-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'self'"
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store'
} as const

const whole = (text: string, status: number) =>
  new Response(text, { status, headers: { ...headers, 'Content-Type': HTML } })
const words = (text: string, status: number) =>
  new Response(text, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } })

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
