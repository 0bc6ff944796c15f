import type { IncomingHttpHeaders } from 'node:http'
import type { SessionCookie } from './session-cookie'

/** More in one request than anybody is known by. */
const MOST = 20

/** Every token that a request carries, and every session, as they were sent; the schemes are left out. */
export function credentialsIn(headers: IncomingHttpHeaders, cookie: SessionCookie | null): readonly string[] {
  const own = headers['x-auth-token']
  const tokens = [headers.authorization ?? '', Array.isArray(own) ? own.join(',') : (own ?? '')]
    .flatMap((text) => text.split(','))
    .map((text) => text.trim().replace(/^(?:bearer|token) +/i, ''))
  const sessions = cookie?.valuesIn(headers.cookie ?? null) ?? []
  return [...new Set([...tokens, ...sessions])].filter((text) => text !== '').slice(0, MOST)
}

/** Whether a request says by a token who asks: a browser’s session that is over is no failed sign-in. */
export const carriesToken = ({ authorization, ...headers }: IncomingHttpHeaders): boolean =>
  authorization !== undefined || headers['x-auth-token'] !== undefined
