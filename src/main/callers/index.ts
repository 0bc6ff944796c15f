import type { OpenSettings } from '../settings'
import type { OpenRecords, Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'
import { openCallers, type Callers } from './callers'
import { openLastUses, useRecord, type LastUses } from './last-uses'
import { openLinks, type Links } from './sessions/links'
import { openSessionBook, type SessionBook } from './sessions/session-book'
import type { IdentityProviderSetting } from '../../common/api/types'
import { openStillKnown, type AskStillKnown } from './still-known'
import { tokensIn, type TokenFiles } from './tokens/token-files'
import { openWaysInChanges, type WaysInChanges } from './ways-in'

/** What opens the service to whoever calls it, and who that is (A1 to A5). */
export interface WaysIn {
  readonly callers: Callers
  readonly tokens: TokenFiles
  /** Of tokens, by their ids. */
  readonly uses: LastUses
  /** Browsers that are signed in, and the links that sign them in (A5). */
  readonly sessions: SessionBook
  readonly links: Links
  /** Tells that tokens or sessions changed. */
  readonly changes: WaysInChanges
  readonly askStillKnown: AskStillKnown
  /** Whose JWTs are believed, if anybody's (A2). */
  identityProvider(): Promise<IdentityProviderSetting | null>
  /** Resolves when what was noted of uses is durable. */
  settled(): Promise<void>
}

interface WaysInParts {
  readonly store: Store
  readonly settings: OpenSettings
  readonly trust: WorkspaceTrust
  readonly report: (error: unknown) => void
  /** In place of the workspace's setting. */
  readonly identityProvider?: IdentityProviderSetting | undefined
  /** Milliseconds between two looks at an issuer's keys. */
  readonly keyCooldown?: number | undefined
  /** Where browsers that are signed in are kept, and links; default: in the workspace. */
  readonly sessionRecords?: OpenRecords | undefined
}

/** How often the last use of a token is written down. */
const HOUR_MS = 60 * 60 * 1000

export function openWaysIn(parts: WaysInParts): WaysIn {
  const { store, settings, trust, report, sessionRecords = store.records } = parts
  const tokens = tokensIn(store.records)
  const uses = openLastUses(store.records('token-uses', useRecord), HOUR_MS)
  const sessions = openSessionBook(sessionRecords)
  // what was said at the start is no part of the workspace
  const identityProvider = async () =>
    parts.identityProvider ?? (trust.identityProvider ? (await settings.read()).identityProvider : null)
  return {
    callers: openCallers({ ...parts, tokens, uses, identityProvider }),
    tokens,
    uses,
    sessions,
    links: openLinks(sessionRecords),
    changes: openWaysInChanges([tokens, sessions], report),
    askStillKnown: openStillKnown([tokens, sessions]),
    identityProvider,
    async settled() {
      await Promise.all([uses.settled(), sessions.settled()])
    }
  }
}
