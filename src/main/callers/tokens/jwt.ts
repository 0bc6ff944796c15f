import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { IdentityProviderSetting } from '../../../common/api/types'
import type { Identity } from '../../../common/permissions/identifiers'
import { answers, asFarAs, asFetch, openOutgoing } from '../../outgoing'
import { isEmail, isGroup } from './new-token'

/** Who a JWT speaks for; null when it is not to be believed. */
export type JwtReader = (token: string) => Promise<Identity | null>

interface JwtOptions {
  /** Told when the issuer's keys cannot be had: nobody's mistake who calls. */
  readonly report: (error: unknown) => void
  /** Milliseconds in which an unknown key does not make the keys be fetched again; default 30,000. */
  readonly keyCooldown?: number
}

/**
 * Checks JWTs of one issuer: signature by a key of its JWKS, issuer, audience, time, and the claim `email`.
 * Only asymmetric algorithms; `none` and shared secrets never count. A token that names another issuer causes
 * no request.
 */
export function jwtReader(
  provider: IdentityProviderSetting,
  { report, keyCooldown = 30_000 }: JwtOptions
): JwtReader {
  let keys: Promise<JWTVerifyGetKey> | undefined
  let failedAt = -Infinity

  function keysOfIssuer(): Promise<JWTVerifyGetKey> | null {
    if (keys) return keys
    if (Date.now() - failedAt < Math.min(keyCooldown, RETRY_MS)) return null
    keys = discover(provider.issuer, keyCooldown)
    keys.catch((error: unknown) => {
      keys = undefined
      failedAt = Date.now()
      report(error)
    })
    return keys
  }

  return async (token) => {
    if (!mayBeOurs(token, provider.issuer)) return null
    const getKey = await keysOfIssuer()?.catch(() => null)
    if (!getKey) return null
    try {
      const { payload } = await jwtVerify(token, getKey, {
        issuer: provider.issuer,
        audience: provider.audience,
        algorithms: [...algorithms],
        requiredClaims: ['exp', 'email'],
        clockTolerance: 5
      })
      return identityOf(payload, provider.groupsClaim ?? 'groups')
    } catch (error) {
      // what jose says about a token is the token's fault; everything else is the issuer that cannot be
      // reached
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) report(error)
      return null
    }
  }
}

const algorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA'
]

const RETRY_MS = 5000
const TIMEOUT_MS = 5000

function mayBeOurs(token: string, issuer: string): boolean {
  try {
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '') && decodeJwt(token).iss === issuer
  } catch {
    return false
  }
}

async function discover(issuer: string, cooldownDuration: number): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const url = safe(address)
  const send = asFetch(openOutgoing({ policy: asFarAs(url.hostname) }), answers.provider)
  const answer = await send(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  const found = discovery.parse(await answer.json())
  if (found.issuer !== issuer) throw new Error(`${address} speaks for another issuer: ${found.issuer}.`)
  return createRemoteJWKSet(safe(found.jwks_uri), {
    cooldownDuration,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: send
  })
}

const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.string() })

/** Keys come over https, or from this very machine. @throws Error */
export function safe(address: string): URL {
  const url = new URL(address)
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback)) return url
  throw new Error(`${address} is not a https address.`)
}

/**
 * A provider that says nothing of it checks its addresses; one that says anything but yes has not. Some write
 * it as text.
 */
const isVerified = ({ email_verified: said }: JWTPayload) =>
  said === undefined || said === true || said === 'true'

function identityOf(payload: JWTPayload, groupsClaim: string): Identity | null {
  const { email } = payload
  if (typeof email !== 'string' || !isEmail(email) || !isVerified(payload)) return null
  const claim: unknown = Object.hasOwn(payload, groupsClaim) ? payload[groupsClaim] : undefined
  const groups =
    typeof claim === 'string'
      ? claim.split(/[\s,]+/)
      : Array.isArray(claim)
        ? claim.filter((group): group is string => typeof group === 'string')
        : []
  return { email, groups: groups.filter(isGroup) }
}
