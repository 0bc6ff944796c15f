import type { CallerHint } from '../service/types'
import type { BrowserSessions } from './browser-sessions'

/**
 * Who a request over HTTP speaks for. The owner: a browser with the session cookie, asked by a page of ours. A cookie travels by
 * itself, so what another site, or another port of this machine, made the browser send does not count, and unsafe methods
 * must name our origin (A5). A request with an Authorization header is judged by that alone.
 */
export function hintFor(
  request: Request,
  sessions: BrowserSessions,
  origins: ReadonlySet<string>
): CallerHint {
  const { headers, method } = request
  if (headers.has('Authorization') || !sessions.isOpen(headers.get('Cookie'))) return 'anyone'
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'anyone'
  if (method === 'GET' || method === 'HEAD') return 'owner'
  const origin = headers.get('Origin')
  return origin !== null && origins.has(origin) ? 'owner' : 'anyone'
}
