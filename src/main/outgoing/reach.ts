import { BlockList, isIP } from 'node:net'

/**
 * How far away an address is: this machine, its own link, its network, what is no host of anybody's, the
 * world.
 */
export type Reach = 'loopback' | 'link' | 'network' | 'reserved' | 'world'

/**
 * Of an IP address in any way of writing it. What carries an IPv4 address in it is as far away as that one.
 */
export function reachOf(ip: string): Reach {
  const bare = ip.replace(/^\[|\]$/g, '')
  // a zone names one of this machine's own links
  if (bare.includes('%')) return reachOf(bare.replace(/%.*$/, '')) === 'loopback' ? 'loopback' : 'link'
  return isIP(bare) === 6 ? reachOfSix(bare) : within(four, bare, 'ipv4')
}

/**
 * Of a host as a parsed URL names it. Null: a name, of which only looking it up tells more. The URL parser
 * has made `127.0.0.1` of `2130706433`, `0x7f.1`, `127.1` and `127。0。0。1` already.
 */
export function reachOfHost(hostname: string): Reach | null {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return reachOf(hostname)
  return isLocalName(hostname) ? 'loopback' : null
}

export const isLocalName = (hostname: string): boolean => /^(?:.+\.)?localhost\.*$/i.test(hostname)

/**
 * Whether a redirect may be offered to a person at all: what is in the world does not lead into this machine
 * or network.
 */
export function mayLead(from: URL, to: URL): boolean {
  const target = reachOfHost(to.hostname)
  if (target === null || target === 'world') return true
  const source = reachOfHost(from.hostname)
  return source !== null && source !== 'world'
}

type Ranges = readonly (readonly [Reach, BlockList])[]

function within(ranges: Ranges, address: string, family: 'ipv4' | 'ipv6'): Reach {
  for (const [reach, list] of ranges) if (list.check(address, family)) return reach
  return 'world'
}

function reachOfSix(address: string): Reach {
  const known = within(six, address, 'ipv6')
  if (known !== 'world' && known !== 'reserved') return known
  const inside = embedded(address)
  if (inside === null) return global.check(address, 'ipv6') ? known : 'reserved'
  const reach = within(four, inside, 'ipv4')
  // only a network that translates for its machines (RFC 6052) has a use for a public address in another one
  return reach === 'world' && !translated.check(address, 'ipv6') ? 'reserved' : reach
}

/**
 * The IPv4 address in a compatible, mapped or translated one, a 6to4 or a Teredo one; null for all others.
 */
function embedded(address: string): string | null {
  const words = wordsOf(address)
  const at = (index: number) => words[index] ?? 0
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  if (at(0) === 0x2002) return dotted(at(1), at(2))
  if (at(0) === 0x2001 && at(1) === 0) return dotted(at(6) ^ 0xffff, at(7) ^ 0xffff)
  return carriers.check(address, 'ipv6') ? dotted(at(6), at(7)) : null
}

/** The eight numbers of an IPv6 address. */
function wordsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((word) => parseInt(word, 16)))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  const between = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<number>(Math.max(0, between)).fill(0), ...after]
}

function rangeOf(family: 'ipv4' | 'ipv6', ...subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

/** RFC 6890 and the registries that it began. */
const four: Ranges = [
  ['loopback', rangeOf('ipv4', '127.0.0.0/8', '0.0.0.0/8')],
  ['link', rangeOf('ipv4', '169.254.0.0/16')],
  [
    'network',
    rangeOf('ipv4', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15')
  ],
  [
    'reserved',
    rangeOf(
      'ipv4',
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/3'
    )
  ]
]

const six: Ranges = [
  ['loopback', rangeOf('ipv6', '::/127')],
  ['link', rangeOf('ipv6', 'fe80::/10')],
  ['network', rangeOf('ipv6', 'fc00::/7', 'fec0::/10')],
  ['reserved', rangeOf('ipv6', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '64:ff9b:1::/48')]
]

/** Where hosts of the world are. */
const global = rangeOf('ipv6', '2000::/3')
const translated = rangeOf('ipv6', '64:ff9b::/96')
const carriers = rangeOf('ipv6', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96')
