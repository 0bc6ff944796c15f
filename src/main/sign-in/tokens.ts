import { z } from 'zod'
import type { signInOperations } from '../../common/api/operations/sign-in'
import type { NewTokenAnswer, TokenInfo } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import { jsonAnswer } from '../http/answers'
import type { Handlers } from '../http/room'
import type { Known } from '../http/asked'
import type { WaysIn } from '../callers'
import { readSmallJson } from '../http/small-bodies'
import { newToken } from '../callers/tokens/new-token'
import type { TokenRecord } from '../callers/tokens/token-record'
import { stateOfToken } from '../callers/tokens/token-record'
import { tokenKinds } from '../callers/tokens/token-text'

/** Tokens (A2). A token's text is in the answer to POST and never again. */
export function tokenHandlers({ tokens, uses }: Pick<WaysIn, 'tokens' | 'uses'>) {
  return {
    async listTokens() {
      const [{ tokens: found }, used] = await Promise.all([tokens.list(), uses.all()])
      const shown = found.map((record) => infoOf(record, used.get(record.id))).reverse()
      return jsonAnswer(shown)
    },
    async createToken(asked) {
      const { text, record } = newToken(parseRequest(await readSmallJson(asked.request)), Date.now())
      await tokens.put(record)
      const answer: NewTokenAnswer = { token: text, info: infoOf(record) }
      return jsonAnswer(answer, 201)
    },
    /** From the next request on. */
    async revokeToken(_asked, { parameters: { id } }) {
      if (await tokens.revoke(id, Date.now())) return new Response(null, { status: 204 })
      throw new GalleyError('not-found', 'There is no token with this id.', { where: id })
    }
  } satisfies Partial<Handlers<Known, typeof signInOperations>>
}

function infoOf(record: TokenRecord, usedAt?: number): TokenInfo {
  const { hash: _hash, ...rest } = record
  return { ...rest, state: stateOfToken(record, Date.now()), ...(usedAt === undefined ? {} : { usedAt }) }
}

const wanted = z.strictObject({
  kind: z.enum(tokenKinds).default('access'),
  email: z.string(),
  groups: z.string().array().max(200).default([]),
  site: z.string().exactOptional(),
  expiresAt: z.number().int().exactOptional()
})

function parseRequest(body: unknown): z.infer<typeof wanted> {
  const parsed = wanted.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GalleyError(
    'bad-request',
    'Send {"kind": access, site or admin, "email", "groups"?: […], "site"?: "org/site", "expiresAt"?: milliseconds}.',
    { where }
  )
}
