import type { RevokedAnswer } from '../../../common/api/types'
import type { TokenFiles } from '../tokens/token-files'
import type { Links } from './links'
import type { SessionBook } from './session-book'

/** Everything that lets somebody in. */
interface Openings {
  readonly tokens: TokenFiles
  readonly sessions: SessionBook
  readonly links: Links
}

/**
 * Revokes every token, takes back every link, and ends every session: in this order, so that nothing of the
 * one begins the other.
 */
export async function revokeAll({ tokens, sessions, links }: Openings, now: number): Promise<RevokedAnswer> {
  const revoked = await tokens.revokeAll(now)
  const takenBack = await links.takeBackAll()
  return { tokens: revoked, links: takenBack, sessions: await sessions.endAll() }
}
