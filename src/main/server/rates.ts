import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { GalleyError, sentence } from '../../common/errors'

/**
 * How much one caller may ask (A11): writes, reads and streams are requests per second of one token or
 * session, or of an address where nobody is known; `signIns` are failed ones per minute of an address.
 */
export interface Rates {
  readonly writes: number
  readonly reads: number
  readonly streams: number
  readonly signIns: number
  /** The seconds of which somebody who asked nothing for a while may ask all at once. */
  readonly burst: number
  /** Large bodies of one caller that may be on their way at once. */
  readonly uploads: number
  /** Per second, of all callers together. */
  readonly workspaceWrites: number
  readonly workspaceReads: number
}

export const usualRates: Rates = {
  writes: 200,
  reads: 2000,
  streams: 20,
  signIns: 20,
  burst: 1,
  uploads: 64,
  workspaceWrites: 2000,
  workspaceReads: 20_000
}

/** Of a workspace that has its database together with others. */
export const teamRates: Rates = {
  ...usualRates,
  writes: 50,
  reads: 500,
  burst: 4,
  uploads: 4,
  workspaceWrites: 400,
  workspaceReads: 4000
}

/** What a request counts as. */
type AskingKind = 'writes' | 'reads' | 'streams'

/** What of a request is counted. */
export interface Counted {
  readonly kind: AskingKind
  readonly address: string
  /** Every token and session that it carries, as it was sent. */
  readonly credentials: readonly string[]
  /** It would sign somebody in: a link. */
  readonly signsIn: boolean
}

/** The one place that decides whether somebody asks too much. It remembers a bounded number of callers. */
interface Limiter {
  /** @returns how many seconds to wait; null: go on */
  ask(counted: Counted): number | null
  /** By whom it is counted. */
  whoIn(counted: Pick<Counted, 'credentials' | 'address'>): readonly string[]
  /** What it carries was found good. */
  known(counted: Counted): void
  /** What it carries opens nothing. */
  failed(counted: Counted): void
}

/** Callers that are remembered; of more, who asked longest ago is forgotten. */
const MOST = 20_000

/** @param nodes how many processes serve the workspace: each gives its part of what may be asked */
export function openLimiter(
  rates: Rates,
  now: () => number = () => performance.now(),
  nodes: () => number = () => 1
): Limiter {
  const asked = openBuckets(
    (kind: AskingKind) => rates[kind] / nodes(),
    now,
    (perSecond) => perSecond * rates.burst
  )
  const inAll = { writes: rates.workspaceWrites, reads: rates.workspaceReads, streams: Infinity }
  const workspace = openBuckets(
    (kind: AskingKind) => inAll[kind] / nodes(),
    now,
    (perSecond) => perSecond * rates.burst
  )
  const failures = openBuckets(
    () => rates.signIns / 60 / nodes(),
    now,
    (perSecond) => perSecond * 60
  )
  const good = new LRUCache<string, true>({ max: MOST })

  /** Strangers count by where they come from, however many tokens they try. */
  function whoIn({ credentials, address }: Pick<Counted, 'credentials' | 'address'>): readonly string[] {
    const known = credentials.map(hashOf).filter((hash) => good.has(hash))
    return known.length > 0 ? known : [`at ${networkOf(address)}`]
  }

  const isStranger = ({ credentials, signsIn }: Counted) =>
    signsIn || credentials.some((one) => !good.has(hashOf(one)))

  return {
    whoIn,
    ask(counted) {
      const { kind, address } = counted
      if (isStranger(counted)) {
        const wait = failures.wait('signIns', networkOf(address))
        if (wait > 0) return wait
      }
      const names = whoIn(counted)
      const wait = Math.max(...names.map((name) => asked.wait(kind, name)))
      // what is refused takes nothing away from others
      if (wait > 0) return wait
      const waitOfAll = workspace.wait(kind, ALL)
      if (waitOfAll > 0) return waitOfAll
      for (const name of names) asked.take(kind, name)
      workspace.take(kind, ALL)
      return null
    },
    known({ credentials }) {
      for (const one of credentials) good.set(hashOf(one), true)
    },
    failed({ credentials, address }) {
      for (const one of credentials) good.delete(hashOf(one))
      failures.take('signIns', networkOf(address))
    }
  }
}

const ALL = 'all'

/** Tokens that come back as time goes on; as many at once as `most` says, and one at least. */
function openBuckets<Kind extends string>(
  perSecond: (kind: Kind) => number,
  now: () => number,
  most: (perSecond: number) => number
) {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: MOST })

  function filled(kind: Kind, name: string): { left: number; at: number } {
    const full = Math.max(1, most(perSecond(kind)))
    const key = `${kind} ${name}`
    const bucket = buckets.get(key) ?? { left: full, at: now() }
    const at = now()
    bucket.left = Math.min(full, bucket.left + ((at - bucket.at) / 1000) * perSecond(kind))
    bucket.at = at
    buckets.set(key, bucket)
    return bucket
  }

  return {
    /** Seconds until one can be taken; 0: now. */
    wait(kind: Kind, name: string): number {
      const { left } = filled(kind, name)
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond(kind)))
    },
    take(kind: Kind, name: string): void {
      filled(kind, name).left -= 1
    }
  }
}

/** Whoever has one address of IPv6 has as many as they like of its network. */
const networkOf = (address: string): string => (isIPv6(address) ? firstHalf(address) : address)

/** The first 64 bits. */
function firstHalf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...back]
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':')
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64')

/** @param wait seconds */
export function tooFast(wait: number): GalleyError {
  return new GalleyError(
    'too-many',
    wait === 1
      ? 'That was too much at once. Wait a second, and go on more slowly.'
      : sentence`That was too much at once. Wait ${{ wait }} seconds, and go on more slowly.`
  )
}
