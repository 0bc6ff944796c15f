import { z } from 'zod'
import type { NewTokenAnswer, TokenInfo } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { readSmallJson } from '../http/small-bodies'
import { newToken } from '../callers/tokens/new-token'
import type { TokenRecord } from '../callers/tokens/token-record'
import { stateOfToken } from '../callers/tokens/token-record'
import { tokenKinds } from '../callers/tokens/token-text'

/** `GET /app/tokens` and `POST /app/tokens` (A2): the owner's alone. A token's text is in the answer to POST and never again. */
export function tokensRoutes({ tokens, uses }: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      const [{ tokens: found }, used] = await Promise.all([tokens.list(), uses.all()])
      const shown = found.map((record) => infoOf(record, used.get(record.id))).reverse()
      return Response.json(shown, { headers })
    },
    async POST(c) {
      requireOwner(c.env.caller)
      const { text, record } = newToken(parseWish(await readSmallJson(c.req.raw)), Date.now())
      await tokens.put(record)
      const answer: NewTokenAnswer = { token: text, info: infoOf(record) }
      return Response.json(answer, { status: 201, headers })
    }
  }
}

/** `DELETE /app/tokens/{id}`: revokes, from the next request on. */
export function tokenRoutes({ tokens }: ServiceContext): Methods {
  return {
    async DELETE(c) {
      requireOwner(c.env.caller)
      const id = c.req.param('id') ?? ''
      if (await tokens.revoke(id, Date.now())) return new Response(null, { status: 204 })
      throw new GalleyError('not-found', 'There is no token with this id.', { where: id })
    }
  }
}

const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

function infoOf(record: TokenRecord, usedAt?: number): TokenInfo {
  const { hash: _hash, ...rest } = record
  return { ...rest, state: stateOfToken(record, Date.now()), ...(usedAt === undefined ? {} : { usedAt }) }
}

const wish = z.strictObject({
  kind: z.enum(tokenKinds).default('access'),
  email: z.string(),
  groups: z.string().array().max(200).default([]),
  site: z.string().exactOptional(),
  expiresAt: z.number().int().exactOptional()
})

function parseWish(body: unknown): z.infer<typeof wish> {
  const parsed = wish.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GalleyError(
    'bad-request',
    'Send {"kind": access, site or admin, "email", "groups"?: […], "site"?: "org/site", "expiresAt"?: milliseconds}.',
    { where }
  )
}
