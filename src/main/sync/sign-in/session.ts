import { decodeJwt } from 'jose'
import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { z } from 'zod'
import { plainText } from '../../../common/trust'

/** What a sign-in left behind. A secret as a whole: it is kept where tokens are kept (Y11). */
const session = z.object({
  issuer: z.string(),
  clientId: z.string(),
  /** What the token is made for, as it was agreed on; left out of sign-ins of earlier versions. */
  audience: z.string().nullable().optional(),
  /** The resource indicator that was asked with (RFC 8707). */
  resource: z.string().nullable().optional(),
  /** Null when the sign-in has ended: only who it was is still known. */
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** Unix milliseconds by the clock of this computer; null when the provider does not say. */
  expiresAt: z.number().nullable(),
  /** The e-mail, else a name, as the provider tells it. */
  who: z.string().nullable()
})

export type Session = z.infer<typeof session>
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/** Null for what is none. */
export function parseSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    return session.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * The session after a sign-in, or after a renewal of one.
 * @param now when the tokens came
 */
export function sessionOf(
  of: Pick<Session, 'issuer' | 'clientId' | 'audience' | 'resource'>,
  tokens: Tokens,
  now: number,
  before: Session | null = null
): Session {
  const seconds = tokens.expiresIn()
  const inside = claimsOf(tokens.access_token)
  const { exp } = inside
  return {
    issuer: of.issuer,
    clientId: of.clientId,
    ...(of.audience !== undefined && { audience: of.audience }),
    ...(of.resource !== undefined && { resource: of.resource }),
    accessToken: tokens.access_token,
    // a provider that does not rotate them tells none
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
    expiresAt:
      seconds === undefined
        ? typeof exp === 'number'
          ? exp * 1000
          : null
        : now + Math.max(0, seconds) * 1000,
    who: nameIn(tokens.claims() ?? {}) ?? before?.who ?? nameIn(inside)
  }
}

/** Of a sign-in that is over. */
export const endedSession = (before: Session): Session => ({
  ...before,
  accessToken: null,
  refreshToken: null,
  expiresAt: null
})

/** Only to show it: the server is who checks it. Empty for what is no JWT. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}

function nameIn(claims: Readonly<Record<string, unknown>>): string | null {
  for (const key of ['email', 'preferred_username', 'name']) {
    const value = claims[key]
    if (typeof value === 'string' && value !== '') return plainText(value, 200)
  }
  return null
}
