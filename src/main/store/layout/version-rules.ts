import { COLLAB_PARSE, RESTORE_POINT } from '../../../common/content/version-labels'
import { emptiesDocument } from '../../../common/formats/emptiness'
import type { IndexRecord } from './content-index'

const SESSION_VERSION_EVERY_MS = 5 * 60_000

/** What happens to the content that a write replaces. */
export interface KeepPlan {
  readonly keep: boolean
  readonly label?: string
  /** For the new content: since when its session writes without a version being kept. */
  readonly since?: number
}

interface Replacement {
  readonly current: IndexRecord
  readonly ext: string
  readonly bytes: Uint8Array
  /** Reads the bytes being replaced; asked only when they decide. */
  readonly oldBytes: () => Promise<Uint8Array | null>
  readonly session: string | undefined
  readonly keepAs: string | undefined
  /** Several edit the document at the same time, and another one's content is replaced. */
  readonly together: boolean
  /** The session is of several people at once: a version that it makes is named so. */
  readonly collaborative: boolean
  readonly at: number
}

/**
 * V3: each update keeps what it replaces; an autosave only if somebody else wrote that, or five minutes after
 * the last version of its session. V5: emptying a document always keeps it, as a Restore Point. VR5: what one
 * of several replaces who edit the document at the same time is kept as a Collab Parse, and so is each
 * version that a session of several makes.
 */
export async function keepPlan(change: Replacement): Promise<KeepPlan> {
  const { current, session, at } = change
  const label = change.keepAs ?? (await labelOf(change))
  const sameRun =
    session !== undefined &&
    current.session === session &&
    current.since !== undefined &&
    at >= current.since &&
    at - current.since < SESSION_VERSION_EVERY_MS
  if (current.size === 0)
    return { keep: false, ...(session !== undefined && { since: sameRun ? current.since : at }) }
  if (label === undefined && sameRun) return { keep: false, since: current.since }
  const name = label ?? (change.collaborative ? COLLAB_PARSE : undefined)
  return {
    keep: true,
    ...(name !== undefined && { label: name }),
    ...(session !== undefined && { since: at })
  }
}

async function labelOf(change: Replacement): Promise<string | undefined> {
  if (await empties(change)) return RESTORE_POINT
  return change.together ? COLLAB_PARSE : undefined
}

async function empties({ current, ext, bytes, oldBytes }: Replacement): Promise<boolean> {
  if (current.size === 0 || !emptiesDocument(ext, bytes)) return false
  const old = await oldBytes()
  return old === null || !emptiesDocument(ext, old)
}
