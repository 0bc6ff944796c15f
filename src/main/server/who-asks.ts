import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { IsTrusted } from './outside'

/**
 * The address that a request comes from: of the connection, and where that is a trusted proxy's, the last one
 * before the trusted ones in `X-Forwarded-For`. What is no address ends the search.
 */
export function addressOf(incoming: IncomingMessage, isTrusted: IsTrusted): string {
  let found = plain(incoming.socket.remoteAddress ?? '')
  const told = headerText(incoming.headers['x-forwarded-for']).split(',')
  for (const one of told.slice(-MOST_PROXIES).reverse()) {
    if (!isTrusted(found)) break
    const before = plain(one.trim())
    if (isIP(before) === 0) break
    found = before
  }
  return found
}

/** More proxies in a row than anybody has. */
const MOST_PROXIES = 20

/** The name of a request in the log: a trusted proxy's, so that one request has one name, or a new one. */
export function requestIdOf(incoming: IncomingMessage, isTrusted: IsTrusted): string {
  const told = headerText(incoming.headers['x-request-id'])
  const isTold = /^[\x21-\x7e]{1,128}$/.test(told) && isTrusted(plain(incoming.socket.remoteAddress ?? ''))
  return isTold ? told : randomUUID()
}

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '')

/** An IPv4 address that a listener of both kinds shows as one of IPv6; brackets and ports of a proxy. */
function plain(address: string): string {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const [, before] = /^([\d.]+):\d+$/.exec(address) ?? []
  return (inBrackets ?? before ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
}
