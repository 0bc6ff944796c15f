import { isLoopback } from '../server'
import { UsageError } from './command'

/**
 * The address of a service that a token may be told: https, or http on this computer; behind a proxy it may lie
 * below a path (OP5). Without a slash at its end.
 * @throws UsageError that says what is wrong with `--server`
 */
export function serverIn(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError('--server is an address like http://127.0.0.1:4502')
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError('--server is an address without a query or a name')
  const isHere = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new UsageError(
      '--server is https, or http on this computer: the token would be readable on its way'
    )
  return url.origin + url.pathname.replace(/\/+$/, '')
}
