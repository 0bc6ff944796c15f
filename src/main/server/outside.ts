import { BlockList, isIP } from 'node:net'
import { servicePrefixes } from '../../common/api/service-prefixes'
import { GalleyError, sentence } from '../../common/errors'

/** What a service is called where people reach it, and who stands between (OP5). */
export interface Outside {
  /** Scheme, host and port: `https://galley.example.com`. */
  readonly origin: string
  /** The value of the Host header that goes with it. */
  readonly host: string
  /** `''`, or the path below which it is: `/galley`. */
  readonly basePath: string
  /** What all addresses begin with. */
  readonly base: string
}

/**
 * Reads `https://host[:port][/base]`.
 * @throws GalleyError bad-request that says what is wrong
 */
export function parseOutside(text: string): Outside {
  const url = parsed(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    throw refused('is an address like https://galley.example.com or https://example.com/galley')
  const basePath = url.pathname.replace(/\/$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(basePath) || /\/\.{1,2}(\/|$)/.test(basePath))
    throw refused('has a base path of letters, digits, “-”, “_”, “.” and “~” only')
  const first = basePath.split('/')[1] ?? ''
  if (servicePrefixes.has(first))
    throw refused(`cannot have the base path /${first}: the service’s own addresses begin so`)
  return { origin: url.origin, host: url.host, basePath, base: url.origin + basePath }
}

function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const refused = (what: string) =>
  new GalleyError('bad-request', sentence`--origin ${{ what }}.`, { where: 'origin' })

/**
 * A target without the base path: some proxies take it away, others hand it on.
 * @param target as the request has it
 * @returns null for the base path itself without its slash, which is no page's address
 */
export function withoutBasePath(target: string, basePath: string): string | null {
  if (basePath === '' || !target.startsWith(basePath)) return target
  const rest = target.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return /^(\?.*)?$/s.test(rest) ? null : target
}

/** Whether an address is one of the proxies whose word on who asks is taken. */
export type IsTrusted = (address: string) => boolean

/**
 * Reads addresses and networks, with commas between: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
 * @throws GalleyError bad-request naming the part that is none
 */
export function parseProxies(text: string): IsTrusted {
  const list = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, more] = part.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (version === 0 || more !== undefined || length < 0 || length > most)
      throw new GalleyError(
        'bad-request',
        sentence`--trusted-proxies: “${{ part }}” is no address and no network. Write them like 10.0.0.7 or 10.0.0.0/8.`,
        { where: 'trusted-proxies' }
      )
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

export const nobodyTrusted: IsTrusted = () => false
