import { z } from 'zod'
import { urlOf } from '../../../common/api/url'
import type { SignInOffer } from '../../../common/sync'
import { GalleyError, sentence } from '../../../common/errors'
import { answers, jsonOf, networkTrouble, OutgoingFailure, type Outgoing } from '../../outgoing'
import { remotesOutgoing } from '../ask'

/** Protected Resource Metadata (RFC 9728), with two members that a Galley adds (A7). */
const document = z.object({
  resource: z.string().max(2000),
  authorization_servers: z.string().max(2000).array().min(1).max(100),
  scopes_supported: z.string().max(200).array().max(50).optional(),
  galley_client_id: z.string().max(500).optional(),
  galley_audience: z.string().max(2000).optional()
})

/**
 * Asks a server where people sign in to get a token for it. Null when it does not say.
 * @param base its address as it is kept
 * @throws GalleyError unreachable · forbidden when it speaks for another server
 */
export async function askOffer(
  base: string,
  outgoing: Outgoing = remotesOutgoing()
): Promise<SignInOffer | null> {
  const { origin, pathname } = new URL(base)
  const path = pathname.replace(/\/$/, '')
  const document = urlOf('readSignIn', {})
  const places = new Set([`${origin}${document}${path}`, `${origin}${path}${document}`])
  for (const place of places) {
    const found = await askAt(new URL(place), outgoing)
    if (found) return offerOf(found, base)
  }
  return null
}

/** Whoever copies the document of another server would get tokens for that one (RFC 9728, 3.3 and 7.6). */
function offerOf(told: z.infer<typeof document>, base: string): SignInOffer | null {
  if (told.resource !== base)
    throw new GalleyError(
      'forbidden',
      sentence`${{ host: new URL(base).host }} says that people sign in for ${{ resource: told.resource.slice(0, 200) }}, and not for ${{ base }}. Nothing of what it says is believed: use the address that it names, or ask who runs it.`,
      { where: 'base' }
    )
  const [issuer] = told.authorization_servers
  if (issuer === undefined) return null
  return {
    issuer,
    clientId: told.galley_client_id ?? null,
    scope: told.scopes_supported?.join(' ').slice(0, 500) ?? null,
    audience: told.galley_audience ?? null
  }
}

async function askAt(url: URL, outgoing: Outgoing): Promise<z.infer<typeof document> | null> {
  try {
    const headers = { Accept: 'application/json' }
    const answer = await outgoing.send({ method: 'GET', url, headers, limits: answers.offer })
    if (answer.status === 200) return parse(await answer.bytes(), url.host)
    answer.discard()
  } catch (cause) {
    // what is too much to be an offer is none
    if (cause instanceof OutgoingFailure && cause.trouble === 'size') return null
    throw new GalleyError('unreachable', networkTrouble(cause, url.host).message, { cause })
  }
  return null
}

function parse(bytes: Uint8Array, host: string): z.infer<typeof document> | null {
  try {
    return document.parse(jsonOf(bytes, host))
  } catch {
    return null
  }
}
