import { z } from 'zod'
import { tokenKinds } from './token-text'

/** What is stored of a token; times are Unix milliseconds. */
export type TokenRecord = z.infer<typeof tokenRecord>

export const tokenRecord = z.object({
  /** Names the token in lists and for revocation. */
  id: z.string().regex(/^[0-9a-f]{12}$/),
  kind: z.enum(tokenKinds),
  /** Lower-case hex SHA-256 of the token's text. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  email: z.string(),
  groups: z.string().array(),
  /** `org/site`, for site tokens and restricted admin tokens (A3). */
  site: z.string().exactOptional(),
  createdAt: z.number(),
  expiresAt: z.number().exactOptional(),
  revokedAt: z.number().exactOptional()
})

type TokenState = 'valid' | 'expired' | 'revoked'

export function stateOfToken(record: TokenRecord, now: number): TokenState {
  if (record.revokedAt !== undefined) return 'revoked'
  return record.expiresAt !== undefined && record.expiresAt <= now ? 'expired' : 'valid'
}
