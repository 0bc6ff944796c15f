import pLimit from 'p-limit'
import type { Stamped } from './ways-in'

/**
 * Asks whether a caller is still who it was. Who waits for the same answer gets it together, and only some
 * are looked for at once: what a thousand streams ask for each event would otherwise stand before everybody's
 * files.
 * @param who the same for the same credentials
 */
export type AskStillKnown = (who: string, look: () => Promise<boolean>) => Promise<boolean>

/** What all records of tokens and sessions were when somebody was known. */
interface Seen {
  readonly stamps: string
  /** Milliseconds of this process. */
  readonly at: number
}

/** @param ways as long as none of their records is another one, whoever was known a moment ago is so still */
export function openStillKnown(ways: readonly Stamped[]): AskStillKnown {
  const limit = pLimit(AT_ONCE)
  const waiting = new Map<string, Promise<boolean>>()
  const seen = new Map<string, Seen>()
  let stamping: Promise<string | null> | null = null

  /** One look for all who ask in this moment. Null: a change in the same tick of the disk's clock would not show. */
  const stampsNow = (): Promise<string | null> =>
    (stamping ??= Promise.resolve().then(async () => {
      // from here on it may be older than what is asked about
      stamping = null
      const stamps = await Promise.all(ways.map((way) => way.stamp()))
      return stamps.every((stamp) => Date.now() - stamp > tickOf(stamp)) ? stamps.join(' ') : null
    }))

  async function asked(who: string, look: () => Promise<boolean>): Promise<boolean> {
    const stamps = await stampsNow()
    const last = seen.get(who)
    const at = performance.now()
    if (last && last.stamps === stamps && at - last.at < HOLDS_MS) return true
    seen.delete(who)
    const isKnown = await looked(who, look)
    if (isKnown && stamps !== null) seen.set(who, { stamps, at })
    if (seen.size > MOST) for (const oldest of [...seen.keys()].slice(0, MOST / 10)) seen.delete(oldest)
    return isKnown
  }

  function looked(who: string, look: () => Promise<boolean>): Promise<boolean> {
    const found = waiting.get(who)
    if (found) return found
    const answer = limit(() => {
      waiting.delete(who)
      return look()
    })
    waiting.set(who, answer)
    return answer
  }

  return asked
}

const AT_ONCE = 4
/** What ends by itself, such as a token at its time, is noticed after so long. */
const HOLDS_MS = 500
const MOST = 5_000

/** Milliseconds within which two changes may get the same time, on disks that count in whole seconds and on others. */
const tickOf = (stamp: number) => (stamp % 1000 === 0 ? 3_000 : 100)
