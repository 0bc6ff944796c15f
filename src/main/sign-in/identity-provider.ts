import { z } from 'zod'
import type { signInOperations } from '../../common/api/operations/sign-in'
import { GalleyError } from '../../common/errors'
import type { EventHub } from '../events/event-hub'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import type { OpenSettings } from '../settings'
import { readSmallJson } from '../http/small-bodies'
import { safe } from '../callers/tokens/jwt'

/** Whose JWTs are believed; `null` for nobody's (A2). */
export function identityProviderHandlers(parts: {
  readonly settings: OpenSettings
  readonly events: EventHub
}) {
  return {
    async readIdentityProvider() {
      return jsonAnswer((await parts.settings.read()).identityProvider)
    },
    async setIdentityProvider(asked) {
      const identityProvider = parseProvider(await readSmallJson(asked.request))
      const value = await parts.settings.update((current) => ({ ...current, identityProvider }))
      parts.events.tell({ type: 'workspace' })
      return jsonAnswer(value.identityProvider)
    }
  } satisfies Partial<Handlers<Known, typeof signInOperations>>
}

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
