import { COLLAB_PARSE } from '../../../../common/content/version-labels'
import type { Person } from '../../../../common/person'
import { dayAndClock } from '../../components/formats'
import { atStart, nameTo } from '../people'
import type { KnownVersion } from '../versions/written'
import type { Seen } from './seen'

/** What others have done to a document since somebody saw it last. */
interface ChangeSince {
  /** When that was. */
  readonly at: number
  /** What they are called, who wrote last first. */
  readonly by: readonly string[]
}

/**
 * Who wrote since a document was seen last; null where that was nobody else.
 * @param versions of its history, newest first
 * @param now who wrote what is there now
 * @param me e-mail of who reads it
 */
export function changeSince(
  seen: Seen,
  versions: readonly KnownVersion[],
  now: Person | null,
  me: string | undefined
): ChangeSince | null {
  const later = versions.filter(({ wrote }) => wrote.at > seen.at)
  const writers = [...(now ? [now] : []), ...later.flatMap(writersOf)]
  const isMe = ({ email, via }: Person) => via === undefined && email.toLowerCase() === me?.toLowerCase()
  const by = [...new Set(writers.filter((one) => !isMe(one)).map((one) => nameTo(me, one)))]
  return by.length === 0 ? null : { at: seen.at, by }
}

/** Several write what is kept as written together. */
const writersOf = ({ wrote, label, users }: KnownVersion): readonly Person[] =>
  label === COLLAB_PARSE ? [...wrote.by, ...users] : wrote.by

/**
 * The version that is what was seen, or the last one that is known from before; null without any.
 * @param versions of its history, newest first
 */
export const versionSeen = ({ at }: Seen, versions: readonly KnownVersion[]): KnownVersion | null =>
  versions.find(({ wrote }) => wrote.at <= at) ?? versions.at(-1) ?? null

/** So many are named. */
const NAMED = 3

/** In a sentence, when it is said. */
export function sinceWords({ at, by }: ChangeSince, now: number): string {
  const named = by.slice(0, by.length > NAMED ? NAMED - 1 : NAMED)
  const more = by.length - named.length
  const all = more > 0 ? [...named, `${more} others`] : named
  const last = all.pop() ?? ''
  const names = all.length === 0 ? last : `${all.join(', ')} and ${last}`
  return `${atStart(names)} changed this since you were here last (${dayAndClock(at, now)}).`
}
