import { hashOfSecret, isSecret, newSecret } from './secret'
import type { OpenRecords } from '../../store/types'
import type { LinkRecord, SignedIn } from './session-record'
import { linkRecords } from './session-record'

const MINUTE_MS = 60_000
const LINK_MS = 15 * MINUTE_MS
/** For how long a link that is over is still told apart from one that never was. */
const REMEMBERED_MS = 24 * 60 * MINUTE_MS

/** Elsewhere than what is good: taking that away succeeds once. */
const usedKey = (hash: string) => `used-${hash}`

/** Where a link leads, relative to the service's origin. */
export const linkPathOf = (code: string): string => `${LINK_PREFIX}${code}`
export const LINK_PREFIX = '/session/'

/** What became of a link that somebody opens. */
export type LinkOutcome =
  { readonly state: 'good'; readonly who: SignedIn } | { readonly state: 'used' | 'too-old' | 'unknown' }

/**
 * The links that sign a browser in once (A5). Like sessions they lie on the disk, for the command line too.
 */
export interface Links {
  make(who: SignedIn): Promise<{ readonly code: string; readonly expiresAt: number }>
  /**
   * Uses a link up: whoever takes its record away has it, so it works once also for two at the same moment.
   */
  use(code: string): Promise<LinkOutcome>
  /** What would become of it, without using it. */
  look(code: string): Promise<LinkOutcome>
  /** Takes back every link that nobody used. @returns how many were still good */
  takeBackAll(): Promise<number>
  /** Forgets links that have been over for a day. */
  sweep(): Promise<void>
}

export function openLinks(open: OpenRecords, now: () => number = Date.now): Links {
  const records = open(linkRecords.kind, linkRecords.parse)

  function outcomeOf(link: LinkRecord | null): LinkOutcome {
    if (!link) return { state: 'unknown' }
    if (link.usedAt !== undefined) return { state: 'used' }
    const left = link.expiresAt - now()
    // none is good for longer than one made now, though the clock was set back
    return left > 0 && left <= LINK_MS ? { state: 'good', who: link.who } : { state: 'too-old' }
  }

  const found = async (hash: string) => (await records.get(hash)) ?? (await records.get(usedKey(hash)))

  return {
    async make(who) {
      const code = newSecret()
      const expiresAt = now() + LINK_MS
      await records.put(hashOfSecret(code), { who, expiresAt })
      return { code, expiresAt }
    },
    async use(code) {
      const hash = hashOfSecret(code)
      const link = isSecret(code) ? await found(hash) : null
      const outcome = outcomeOf(link)
      if (!link || outcome.state !== 'good') return outcome
      if (!(await records.remove(hash))) return { state: 'used' }
      await records.put(usedKey(hash), { ...link, usedAt: now() })
      return outcome
    },
    async look(code) {
      return outcomeOf(isSecret(code) ? await found(hashOfSecret(code)) : null)
    },
    async takeBackAll() {
      const found = (await records.list()).records
      const good = found.filter(({ value }) => outcomeOf(value).state === 'good')
      await Promise.all(good.map(({ key }) => records.remove(key)))
      return good.length
    },
    async sweep() {
      const { records: found, damaged } = await records.list()
      const over = found.filter(({ value }) => now() - value.expiresAt > REMEMBERED_MS)
      await Promise.all([...over.map(({ key }) => key), ...damaged].map((key) => records.remove(key)))
    }
  }
}
