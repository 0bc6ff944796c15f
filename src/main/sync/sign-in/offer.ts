import { z } from 'zod'
import { signInAddress } from '../../../common/api/routes'
import type { SignInOffer } from '../../../common/sync'
import { GalleyError } from '../../../common/errors'
import { networkTrouble } from '../network-trouble'

const TIMEOUT_MS = 10_000
const MOST_CHARACTERS = 100_000

/** Protected Resource Metadata (RFC 9728), with two members that a Galley adds (A7). */
const document = z.object({
  authorization_servers: z.string().array().min(1),
  scopes_supported: z.string().array().optional(),
  galley_client_id: z.string().optional(),
  galley_audience: z.string().optional()
})

/**
 * Asks a server where people sign in to get a token for it. Null when it does not say.
 * @param base its address as it is kept
 * @throws GalleyError unreachable
 */
export async function askOffer(base: string, send: typeof fetch = fetch): Promise<SignInOffer | null> {
  const { origin, pathname, host } = new URL(base)
  const path = pathname.replace(/\/$/, '')
  const places = new Set([`${origin}${signInAddress}${path}`, `${origin}${path}${signInAddress}`])
  for (const place of places) {
    const found = await askAt(place, host, send)
    if (found) return found
  }
  return null
}

async function askAt(place: string, host: string, send: typeof fetch): Promise<SignInOffer | null> {
  let text: string
  try {
    const answer = await send(place, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    text = await answer.text()
    if (!answer.ok || text.length > MOST_CHARACTERS) return null
  } catch (cause) {
    throw new GalleyError('unreachable', networkTrouble(cause, host).message, { cause })
  }
  const told = parse(text)
  const issuer = told?.authorization_servers[0]
  if (!told || issuer === undefined) return null
  return {
    issuer,
    clientId: told.galley_client_id ?? null,
    scope: told.scopes_supported?.join(' ') ?? null,
    audience: told.galley_audience ?? null
  }
}

function parse(text: string): z.infer<typeof document> | null {
  try {
    return document.parse(JSON.parse(text))
  } catch {
    return null
  }
}
