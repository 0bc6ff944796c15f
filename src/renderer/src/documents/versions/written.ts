import { COLLAB_PARSE, RESTORE_POINT } from '../../../../common/content/version-labels'
import type { HistoryRecord, VersionRecord } from '../../../../common/api/types'
import type { Person } from '../../../../common/person'

/** Who wrote a content, and when (V7). */
export interface Wrote {
  readonly by: readonly Person[]
  /** Unix milliseconds. */
  readonly at: number
  /** `latest`: then, or before. */
  readonly when: 'then' | 'latest'
}

/** A version, with who wrote its content: not who made a version of it, nor when it was replaced. */
export type KnownVersion<T extends VersionRecord = VersionRecord> = T & { readonly wrote: Wrote }

/** Every version with what is known of its writing, newest first. @param versions all of one history */
export function knownVersions<T extends HistoryRecord>(versions: readonly T[]): KnownVersion<T>[] {
  const sorted = [...versions].sort((a, b) => b.timestamp - a.timestamp)
  return sorted.map((version, index) => ({ ...version, wrote: wroteOf(version, sorted[index + 1]) }))
}

/**
 * Where the service does not tell: a version that it made itself is of before a save, so the next content
 * came with that save.
 */
function wroteOf({ written, users, timestamp }: HistoryRecord, older: VersionRecord | undefined): Wrote {
  if (written) return { by: [written.by], at: written.at, when: 'then' }
  if (older && isAutomatic(older)) return { by: users, at: older.timestamp, when: 'then' }
  return { by: users, at: timestamp, when: 'latest' }
}

const made = new Set<string>([COLLAB_PARSE, RESTORE_POINT])

const isAutomatic = ({ label }: VersionRecord) => label === undefined || made.has(label)
