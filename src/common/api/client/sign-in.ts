import { identityProvider, newToken, revoked, session, signInLink, tokenInfo } from '../shapes'
import type {
  IdentityProviderSetting,
  NewTokenAnswer,
  RevokedAnswer,
  SessionInfo,
  SignInLinkAnswer,
  TokenInfo
} from '../types'
import type { BodyOf } from '../operations'
import type { CallOptions, Calls } from './calls'

/** Whom a link signs in: somebody with rights of their own, or the owner. */
type SignInLinkRequest =
  { readonly owner: true } | { readonly email: string; readonly name?: string; readonly groups?: string[] }

/** Who may come in: tokens, browsers that are signed in, whose JWTs are believed (A2, A5). */
export const signInCalls = ({ ask, read }: Calls) => ({
  /** Every token of the workspace, newest first. */
  tokens: (options?: CallOptions): Promise<TokenInfo[]> => read(tokenInfo.array(), 'listTokens', {}, options),
  /** The only time that a token's text is told. */
  createToken: (request: BodyOf<'createToken'>): Promise<NewTokenAnswer> =>
    read(newToken, 'createToken', {}, { json: request }),
  /** At once, also where it is in use. */
  async revokeToken(id: string): Promise<void> {
    await ask('revokeToken', { id })
  },
  /** The browsers that are signed in, the last used first; for the owner. */
  sessions: (options?: CallOptions): Promise<SessionInfo[]> =>
    read(session.array(), 'listSessions', {}, options),
  /** At once; its event streams end too. */
  async endSession(id: string): Promise<void> {
    await ask('endSession', { id })
  },
  async endSessions(): Promise<void> {
    await ask('endSessions', {})
  },
  /** Ends the session that this page belongs to. @throws not-found without one */
  async signOut(): Promise<void> {
    await ask('signOut', {})
  },
  /** A link that signs one browser in, once. */
  createSignInLink: (request: SignInLinkRequest): Promise<SignInLinkAnswer> =>
    read(signInLink, 'createSignInLink', {}, { json: request }),
  /** Every token, session and unused link; nobody but a window of the app comes in any more. */
  revokeAll: (): Promise<RevokedAnswer> => read(revoked, 'revokeAll', {}),
  identityProvider: (options?: CallOptions): Promise<IdentityProviderSetting | null> =>
    read(identityProvider, 'readIdentityProvider', {}, options),
  async setIdentityProvider(setting: IdentityProviderSetting | null): Promise<void> {
    await ask('setIdentityProvider', {}, { json: setting })
  }
})
