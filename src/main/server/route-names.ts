import { operations } from '../../common/api/operations'
import { openAddresses } from '../../common/api/operations/addresses'
import { servicePrefixes } from '../../common/api/service-prefixes'
import { isSessionLink } from './browser-sessions'

/** What a log and the figures call an address: its pattern, never what stands in it. */
export function openRouteNames(): (method: string, pathname: string) => string {
  const { at } = openAddresses(operations)
  return (method, pathname) => {
    const there = at(pathname).map(({ operation }) => operation)
    const found =
      there.find((one) => one.method === method) ??
      there.find((one) => one.method === 'GET' && method === 'HEAD') ??
      there[0]
    if (found) return found.address
    if (isSessionLink(pathname)) return '(sign-in)'
    return servicePrefixes.has(pathname.split('/', 2)[1] ?? '') ? '(none)' : '(interface)'
  }
}

const streams: ReadonlySet<string> = new Set(
  operations
    .filter(({ answers }) => Object.values(answers).some(({ body }) => body === 'events'))
    .map(({ address }) => address)
)

/** Whether the answer goes on for as long as its reader likes. */
export const isStream = (pathname: string): boolean => streams.has(pathname)
