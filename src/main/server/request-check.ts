import type { IncomingMessage } from 'node:http'
import { GalleyError } from '../../common/errors'

/**
 * Turns a target that names the host too, as clients of proxies send it (RFC 9112, 3.2.2), into the path
 * alone. One that names another host than ours stays as it is, and is refused.
 */
export function asPath(incoming: IncomingMessage, hosts: ReadonlySet<string>): void {
  const absolute = /^http:\/\/([^/?#]+)(.*)$/i.exec(incoming.url ?? '')
  const [, host, rest] = absolute ?? []
  if (host === undefined || rest === undefined || !hosts.has(host.toLowerCase())) return
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * What is checked before anything else of a request is looked at: exactly one Host header with an allowed
 * value (A6), and a target that is a path as it was meant. The platform's URL parser would silently resolve
 * `..` and turn backslashes (N5).
 * @param hosts null: any value
 */
export function requestProblem(
  incoming: IncomingMessage,
  hosts: ReadonlySet<string> | null
): GalleyError | null {
  const sent = valuesOf(incoming.rawHeaders, 'host')
  const [host] = sent
  if (sent.length !== 1 || host === undefined || (hosts && !hosts.has(host.toLowerCase()))) {
    return new GalleyError('forbidden', 'This service does not answer to that host name.', { where: 'Host' })
  }
  const target = (incoming.url ?? '').split('?', 1)[0] ?? ''
  if (!target.startsWith('/')) return new GalleyError('bad-path', 'The request names no path.')
  if (target.includes('\\'))
    return new GalleyError('bad-path', 'A name cannot contain a backslash.', { where: target })
  if (target.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    return new GalleyError('bad-path', 'A path cannot contain “.” or “..”.', { where: target })
  }
  return null
}

/** Every value of a header, as sent. */
function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}
