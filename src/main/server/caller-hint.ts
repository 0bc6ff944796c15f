import { endpointOf, prefixOf, type OperationId } from '../../common/api/endpoints'
import { formatOf } from '../../common/formats/files'
import { extensionOf, pathAfterPrefix } from '../http/request-path'
import type { CallerHint } from '../callers/types'
import type { BrowserSessions } from './browser-sessions'

/**
 * Who a request over HTTP speaks for. A browser with a session cookie, asked by a page of ours, speaks for
 * the session's person. A cookie travels by itself, to every port of this machine too, so it counts for
 * little alone: what another site, or another port, made the browser send does not count; unsafe methods must
 * name our origin; and everything that our pages ask for themselves carries the key that only they hold.
 * Without the key a session opens what pages embed or a person opens in a tab, and nothing that lists, tells
 * or changes (A5). A request with an Authorization header is judged by that alone.
 */
export async function hintFor(
  request: Request,
  host: string,
  sessions: BrowserSessions | null,
  origins: ReadonlySet<string>
): Promise<CallerHint> {
  const { headers, method } = request
  if (!sessions || headers.has('Authorization') || !isAskedByUs(headers)) return 'anyone'
  const found = await sessions.of(headers, host)
  if (!found) return 'anyone'
  const safe = method === 'GET' || method === 'HEAD'
  const origin = headers.get('Origin')
  if (!safe && (origin === null || !origins.has(origin))) return 'anyone'
  if (!found.fromPage && !(safe && isEmbedded(new URL(request.url)))) return 'anyone'
  found.use()
  const { session, isOpen } = found
  return { session, isOpen }
}

/**
 * Who a request speaks for that another node has judged (TM3): only there it is known what browsers call that node, and so what
 * its cookie is called, and which pages are its own. Whether the session goes on is asked here.
 * @param handedOn the hash of a session, or `''`
 */
export async function hintOf(handedOn: string, sessions: BrowserSessions | null): Promise<CallerHint> {
  const found = handedOn === '' ? null : ((await sessions?.named(handedOn)) ?? null)
  return found ?? 'anyone'
}

function isAskedByUs(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return site === null || site === 'same-origin' || site === 'none'
}

/**
 * What pages show in elements that send no header of theirs: media, published pages, and the description of
 * the API.
 */
function isEmbedded(url: URL): boolean {
  const isBelow = (id: OperationId) => url.pathname.startsWith(prefixOf(id))
  return (
    embedded.some((address) => address.test(url.pathname)) ||
    isBelow('readSite') ||
    isBelow('deliver') ||
    (isBelow('readFile') && isMedia(url))
  )
}

/** Of which each parameter is one segment. */
const embedded = (['openApi', 'openApiPage', 'readSyncConflictSide'] as const).map(
  (id) =>
    new RegExp(
      `^${endpointOf(id)
        .address.replace('.', '\\.')
        .replace(/\{\w+\}/, '[^/]+')}$`
    )
)

/** Read as the service reads it. What people write, and what says how a site is made, is no media. */
function isMedia(url: URL): boolean {
  try {
    const extension = extensionOf(pathAfterPrefix(url))
    return extension !== '' && formatOf(extension) === 'media'
  } catch {
    return false
  }
}
