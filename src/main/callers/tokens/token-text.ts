import type { TokenKind } from '../../../common/api/types'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What a token opens: the authoring endpoints, protected delivery, or the publishing admin service (A2, A3).
 */
export const tokenKinds = ['access', 'site', 'admin'] as const satisfies readonly TokenKind[]

export type { TokenKind }

/** A new token: `galley_<kind>_` and 32 random bytes. It is shown once and stored nowhere. */
export function newTokenText(kind: TokenKind): string {
  return `galley_${kind}_${randomBytes(32).toString('base64url')}`
}

/** The kind that a token's text claims; null when it is no token of Galley's. */
export function kindOfToken(text: string): TokenKind | null {
  const kind = /^galley_([a-z]{1,12})_[A-Za-z0-9_-]{43}$/.exec(text)?.[1]
  return tokenKinds.find((known) => known === kind) ?? null
}

/** Lower-case hex SHA-256: all that is kept of a token (A2). */
export function hashOfToken(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares two hashes in constant time (A6). */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
