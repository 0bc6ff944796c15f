import { fieldHeaders } from '../../common/api/headers'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { accessFor } from '../permissions/access'
import type { Callers } from '../callers/callers'
import type { PublishingParts } from './parts'
import { judge } from '../http/conditions'
import type { Asked } from '../http/asked'
import { errorAnswer } from '../http/errors'
import { sendable } from '../http/sendable'
import type { CallerHint } from '../callers/types'
import { isOwner } from '../callers/types'
import { isProtected } from '../../common/publishing/protection'
import { openProtection, type Protection } from './protected-sites'
import type { ReaderAddress } from './reader-address'
import { readerAddress } from './reader-address'
import type { Rendition } from './renditions'

/** One request of a reader, of which it is known that it may be answered. */
export interface Reading extends Asked {
  readonly address: ReaderAddress
  /** Headers of every answer to it: who may keep it, and that pages of any origin may read it. */
  readonly headers: Readonly<Record<string, string>>
  /** Refuses what only readers with a site token get; before anything is told about existence (P6). */
  readonly requireOpen: (paths: readonly ContentPath[]) => Promise<void>
  /**
   * Whether this reader gets a path: what an answer about something else tells, it tells of no other (P7).
   */
  readonly opens: (path: ContentPath) => Promise<boolean>
  /** What this reader gets of what is protected. */
  readonly rights: () => Promise<ReaderRights>
  /** What is protected in the site of a path. */
  readonly protection: Protection
}

/** All, nothing, or what is asked for each path. */
type ReaderRights = 'all' | 'none' | ((path: ContentPath) => Promise<boolean>)

/**
 * What every answer to readers goes by (F6): it is open to pages of any origin; without a token it is public,
 * with one nobody may keep it; protected content needs a site token (A3), and the owner of the workspace
 * needs none.
 */
export function openReaders(context: PublishingParts, callers: Callers) {
  const protection = openProtection(context)

  /**
   * What a reader gets of protected content: all of a site with its token; what the permissions let a person
   * read who is signed in.
   */
  function rightsOf(
    request: Request,
    hint: CallerHint,
    place: readonly [string, string]
  ): () => Promise<ReaderRights> {
    let known: Promise<ReaderRights> | null = null
    const find = async (): Promise<ReaderRights> => {
      if (isOwner(hint) || (await callers.opensSite(request, ...place))) return 'all'
      const caller = hint === 'anyone' ? null : await callers.identify(request, hint)
      const access = caller && accessFor(caller, context.rulesOf)
      return access ? async (path) => (await access.at(path)).may('read', path) : 'none'
    }
    return () => (known ??= find())
  }

  return ({ request, url, hint }: Asked): Reading => {
    const headers = {
      ...crossOrigin,
      'Cache-Control':
        request.headers.has('Authorization') || hint !== 'anyone'
          ? 'private, no-store'
          : 'public, max-age=0, must-revalidate'
    }
    const address = readerAddress(url.pathname)
    const rights = rightsOf(request, hint, address.place)
    const opens = async (path: ContentPath) => {
      if (!isProtected(await protection(path), path)) return true
      const found = await rights()
      return typeof found === 'function' ? found(path) : found === 'all'
    }
    const requireOpen = async (paths: readonly ContentPath[]) => {
      for (const path of paths) if (!(await opens(path))) throw needsToken
    }
    return { request, url, hint, address, headers, requireOpen, opens, rights, protection }
  }
}

/** The browser's question before a page of another origin reads something. */
export const preflight = (): Response =>
  new Response(null, { status: 204, headers: { ...crossOrigin, ...preflightHeaders } })

/** Pages of any origin may read why, too. */
export function refuseReader(error: GalleyError, headers: Record<string, string> = {}): Response {
  if (error === needsToken) return unauthorized()
  const told = error.reason === 'not-allowed' ? readersAsk : error
  return errorAnswer(told, { ...crossOrigin, ...headers })
}

const readersAsk = new GalleyError('not-allowed', 'This address answers GET, HEAD and OPTIONS.')

/** The whole of a rendition, or 304 (S3). */
export function sendRendition(
  { request, headers }: Reading,
  { body, etag, type }: Rendition,
  more: Readonly<Record<string, string>> = {},
  status = 200
): Response {
  const all = { ...headers, ...more, ETag: etag }
  const { method } = request
  if (status === 200 && judge(method, request.headers, { etag, lastModified: 0 }) === 'not-modified') {
    return new Response(null, { status: 304, headers: all })
  }
  return new Response(method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...all,
      'Content-Type': type,
      'Content-Length': String(body.length),
      'X-Content-Type-Options': 'nosniff'
    }
  })
}

/** Content that is read as it is sent. */
interface Streamed {
  readonly body: () => Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array>
  readonly size: number
  /** With its quotes. */
  readonly etag: string
  readonly type: string
}

/** The whole of it, or 304 (S3). */
export async function sendStream(
  { request, headers }: Reading,
  { body, size, etag, type }: Streamed,
  more: Readonly<Record<string, string>> = {}
): Promise<Response> {
  const all = { ...headers, ...more, ETag: etag }
  const { method } = request
  if (judge(method, request.headers, { etag, lastModified: 0 }) === 'not-modified')
    return new Response(null, { status: 304, headers: all })
  return new Response(method === 'HEAD' ? null : await body(), {
    headers: {
      ...all,
      'Content-Type': type,
      'Content-Length': String(size),
      'X-Content-Type-Options': 'nosniff'
    }
  })
}

export function renditionOf(text: string, etag: string, type: string): Rendition {
  return { body: sendable(new TextEncoder().encode(text)), etag, type }
}

/** Whether a reader rather wants a page than data. */
export function wantsHtml(headers: Headers): boolean {
  const accept = headers.get('Accept')
  if (accept === null || !accept.includes('text/html')) return false
  const quality = (type: string) => {
    const range = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(type))
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  }
  return quality('text/html') > 0 && quality('text/html') >= quality('application/json')
}

const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Content-Range, Accept-Ranges, X-Error',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept, Authorization'
}

const preflightHeaders: Readonly<Record<string, string>> = {
  Allow: 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, if-none-match, range',
  'Access-Control-Max-Age': '86400'
}

const needsToken = new GalleyError('unauthenticated', 'This needs a site token.')

function unauthorized(): Response {
  const body = {
    error:
      'This content is protected. Send the header “authorization: token <site token>” with a token of this site.',
    reason: 'unauthenticated'
  }
  return Response.json(body, {
    status: 401,
    headers: {
      ...crossOrigin,
      'Cache-Control': 'no-store',
      'WWW-Authenticate': 'token',
      [fieldHeaders.error]: 'Not authenticated.',
      'X-Content-Type-Options': 'nosniff'
    }
  })
}
