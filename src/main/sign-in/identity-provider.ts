import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { readSmallJson } from '../http/small-bodies'
import { safe } from '../callers/tokens/jwt'

/** `GET` and `PUT /app/identity-provider` (A2): whose JWTs are believed; `null` for nobody's. The owner's alone. */
export function identityProviderRoutes(context: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      return Response.json((await context.settings()).value.identityProvider, { headers })
    },
    async PUT(c) {
      requireOwner(c.env.caller)
      const identityProvider = parseProvider(await readSmallJson(c.req.raw))
      const settings = await context.settings()
      const value = await settings.update((current) => ({ ...current, identityProvider }))
      context.events.publish({ type: 'workspace' })
      return Response.json(value.identityProvider, { headers })
    }
  }
}

const headers = { 'Cache-Control': 'no-store' }

const provider = z
  .strictObject({
    issuer: z.string().max(2000).refine(isSafeAddress),
    audience: z.string().min(1).max(2000),
    groupsClaim: z.string().min(1).max(200).exactOptional(),
    clientId: z.string().min(1).max(500).exactOptional(),
    scope: z.string().min(1).max(500).exactOptional()
  })
  .nullable()

function parseProvider(body: unknown): z.infer<typeof provider> {
  const parsed = provider.safeParse(body)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GalleyError(
    'bad-request',
    'Send {"issuer": "https://…", "audience": …, "groupsClaim"?: …, "clientId"?: …, "scope"?: …}, or null for none.',
    { where }
  )
}

function isSafeAddress(address: string): boolean {
  try {
    safe(address)
    return true
  } catch {
    return false
  }
}
