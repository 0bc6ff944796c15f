import { lookup as lookUp, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { OutgoingFailure } from './failure'
import { isLocalName, reachOf, reachOfHost, type Reach } from './reach'

/**
 * Which addresses may be asked. Judged before a request, when its name is looked up, and once more of who is
 * connected in the end.
 */
export interface AddressPolicy {
  /** As an address names a host; what is only a name is judged when it is looked up. */
  host(url: URL): OutgoingFailure | null
  /** All addresses that a name has now. */
  resolved(hostname: string, addresses: readonly LookupAddress[]): OutgoingFailure | null
  /** Who a connection has led to. */
  peer(hostname: string, address: string): OutgoingFailure | null
}

/** Servers that the owner has named: wherever they are. */
export const anywhere: AddressPolicy = { host: () => null, resolved: () => null, peer: () => null }

/**
 * Nothing of this machine, its link, its network, and nothing that is no host of anybody's (IM9).
 * @param named what may be asked all the same: origins, or hosts with any port
 * @param remedy what the sentence ends with
 */
export function worldAnd(
  named: readonly string[] = [],
  remedy = 'Only the owner of the workspace may have it asked.'
): AddressPolicy {
  const hosts = new Set(named.map((one) => (one.includes('://') ? new URL(one).hostname : one)))
  const isNamed = ({ origin, hostname }: URL) => named.includes(origin) || named.includes(hostname)
  const refused = (hostname: string) =>
    new OutgoingFailure(
      'address',
      `${hostname} is not on the public internet, but in this computer or its network. ${remedy}`
    )
  return {
    host(url) {
      if (isNamed(url)) return null
      const reach = reachOfHost(url.hostname)
      // another port of a host of which one is named
      const isBeside = reach === null && hosts.has(url.hostname)
      return isBeside || (reach !== null && reach !== 'world') ? refused(url.hostname) : null
    },
    resolved: (hostname, addresses) =>
      hosts.has(hostname) || addresses.every(({ address }) => reachOf(address) === 'world')
        ? null
        : refused(hostname),
    peer: (hostname, address) =>
      hosts.has(hostname) || reachOf(address) === 'world' ? null : refused(hostname)
  }
}

/**
 * For the owner, who has said that the own network is meant: everything by its address and `localhost`; of
 * names not what leads into this machine or its link, and not what was in the world before and is in the
 * network now (DNS rebinding). One for each fetcher: it remembers.
 */
export function ownNetworkToo(): AddressPolicy {
  const inTheWorld = new Set<string>()
  const refused = (hostname: string, reaches: readonly Reach[]): OutgoingFailure | null => {
    if (isLocalName(hostname) || reachOfHost(hostname) !== null) return null
    if (reaches.some((reach) => reach === 'loopback' || reach === 'link' || reach === 'reserved'))
      return new OutgoingFailure(
        'address',
        `The name ${hostname} leads into this machine. Name it by its address if that is what you mean.`
      )
    const isMixed = reaches.includes('network') && (inTheWorld.has(hostname) || reaches.includes('world'))
    if (reaches.includes('world')) inTheWorld.add(hostname)
    return isMixed
      ? new OutgoingFailure(
          'address',
          `The name ${hostname} led elsewhere before, and into this network now.`
        )
      : null
  }
  return {
    host: () => null,
    resolved: (hostname, addresses) =>
      refused(
        hostname,
        addresses.map(({ address }) => reachOf(address))
      ),
    peer: (hostname, address) => refused(hostname, [reachOf(address)])
  }
}

/**
 * For what a server names in its turn, as a provider the place of its keys: in the world; and in this machine
 * or its network only when the server itself is there. One for each server: it remembers where that was.
 * @param hostname of the server that the person named
 */
export function asFarAs(hostname: string): AddressPolicy {
  const world = worldAnd([], 'The provider that names it is elsewhere.')
  let isNear = ![null, 'world'].includes(reachOfHost(hostname))
  return {
    host: (url) => (isNear || url.hostname === hostname ? null : world.host(url)),
    resolved(host, addresses) {
      if (host === hostname && addresses.some(({ address }) => reachOf(address) !== 'world')) isNear = true
      return isNear || host === hostname ? null : world.resolved(host, addresses)
    },
    peer: (host, address) => (isNear || host === hostname ? null : world.peer(host, address))
  }
}

/**
 * Looks a name up once, for the check and for the connection alike.
 * @param look stands in for the system's, in tests
 */
export function guardedLookup(policy: AddressPolicy, look: typeof lookUp = lookUp): LookupFunction {
  return (hostname, options, done) => {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = policy.resolved(hostname, addresses)
      if (refused) return done(refused, '')
      if (options.all === true) return done(null, addresses)
      const [first] = addresses
      if (first) done(null, first.address, first.family)
      else done(Object.assign(new Error(`No address of ${hostname}`), { code: 'ENOTFOUND' }), '')
    })
  }
}
