import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { WebFailure } from './web-failure'

/** How far away an address is: this machine, its own link, its network, the world. */
export type Reach = 'loopback' | 'link' | 'network' | 'world'

/** Of an IP address in any way of writing it that a parsed URL can hold. */
export function reachOf(ip: string): Reach {
  const bare = ip.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const mapped = /^(?:::ffff:(?:0:)?|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? hexMapped(bare)
  const address = mapped ?? bare
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  for (const [reach, list] of ranges) if (list.check(address, family)) return reach
  return 'world'
}

/**
 * Of a host as a parsed URL names it. Null: a name, of which only looking it up tells more. The URL parser has made `127.0.0.1` of
 * `2130706433`, `0x7f.1` and `127.1` already.
 */
export function reachOfHost(hostname: string): Reach | null {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return reachOf(hostname)
  return isLocalName(hostname) ? 'loopback' : null
}

/**
 * Looks names up, and refuses what a name of elsewhere must not mean (IM9): this machine or its link, and the own network when the same
 * name was in the world before (DNS rebinding). Whoever wants those names them by their address, or as `localhost`. One for each fetcher:
 * it remembers.
 */
export function guardedLookup(look: typeof lookUp = lookUp): LookupFunction {
  const inTheWorld = new Set<string>()
  return (hostname, options, done) => {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = isLocalName(hostname) ? null : refusalOf(hostname, addresses, inTheWorld)
      if (refused) return done(refused, '')
      if (options.all === true) return done(null, addresses)
      const [first] = addresses
      if (first) done(null, first.address, first.family)
      else done(Object.assign(new Error(`No address of ${hostname}`), { code: 'ENOTFOUND' }), '')
    })
  }
}

/** Whether a redirect may be offered to a person at all: what is in the world does not lead into this machine or network. */
export function mayLead(from: URL, to: URL): boolean {
  const target = reachOfHost(to.hostname)
  if (target === null || target === 'world') return true
  const source = reachOfHost(from.hostname)
  return source !== null && source !== 'world'
}

function refusalOf(
  hostname: string,
  addresses: readonly LookupAddress[],
  inTheWorld: Set<string>
): WebFailure | null {
  const reaches = addresses.map(({ address }) => reachOf(address))
  if (reaches.includes('loopback') || reaches.includes('link'))
    return new WebFailure(
      'host',
      `The name ${hostname} leads into this machine. Name it by its address if that is what you mean.`
    )
  if (reaches.includes('network') && (inTheWorld.has(hostname) || reaches.includes('world')))
    return new WebFailure('host', `The name ${hostname} led elsewhere before, and into this network now.`)
  if (reaches.includes('world')) inTheWorld.add(hostname)
  return null
}

const isLocalName = (hostname: string): boolean => /^(?:.+\.)?localhost\.?$/i.test(hostname)

/** `::ffff:7f00:1`, as URL parsers write an IPv4 address in IPv6; also where a network translates it (RFC 6052, 2765). */
function hexMapped(address: string): string | null {
  const [, high = '', low = ''] =
    /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? []
  if (low === '') return null
  const [a, b] = [parseInt(high, 16), parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

const rangeOf = (...subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList()
  for (const [net, prefix, family] of subnets) list.addSubnet(net, prefix, family)
  return list
}

const ranges: readonly (readonly [Reach, BlockList])[] = [
  ['loopback', rangeOf(['127.0.0.0', 8, 'ipv4'], ['0.0.0.0', 8, 'ipv4'], ['::', 127, 'ipv6'])],
  ['link', rangeOf(['169.254.0.0', 16, 'ipv4'], ['fe80::', 10, 'ipv6'])],
  [
    'network',
    rangeOf(
      ['10.0.0.0', 8, 'ipv4'],
      ['172.16.0.0', 12, 'ipv4'],
      ['192.168.0.0', 16, 'ipv4'],
      ['100.64.0.0', 10, 'ipv4'],
      ['198.18.0.0', 15, 'ipv4'],
      ['fc00::', 7, 'ipv6'],
      ['fec0::', 10, 'ipv6']
    )
  ]
]
