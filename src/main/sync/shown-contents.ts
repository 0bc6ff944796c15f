import type { SyncConflictDetail } from '../../common/sync'

/** Larger ones are not shown; they can be chosen all the same. */
const MOST_BYTES = 4 * 1024 * 1024

type Shown = NonNullable<SyncConflictDetail['contents']>

/** The three states of a file that is no text, to be looked at: each with its size, and as base64 unless it is large. */
export function shownContents(states: {
  readonly base: Uint8Array | null
  readonly local: Uint8Array
  readonly remote: Uint8Array
}): Shown {
  const shown = (bytes: Uint8Array) => ({
    size: bytes.length,
    base64: bytes.length > MOST_BYTES ? null : Buffer.from(bytes).toString('base64')
  })
  return {
    base: states.base && shown(states.base),
    local: shown(states.local),
    remote: shown(states.remote)
  }
}
