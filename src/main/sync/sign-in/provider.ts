import {
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  discovery,
  None,
  type Configuration
} from 'openid-client'
import { GalleyError, sentence } from '../../../common/errors'
import { answers, asFarAs, asFetch, openOutgoing } from '../../outgoing'
import { safe } from '../../callers/tokens/jwt'
import { providerProblem } from './problems'
import { hostOf, type SignInSetting } from './setting'

const TIMEOUT_SECONDS = 15
/** How far the clocks of this computer and the provider may be apart. */
const TOLERATED_SECONDS = 60

/**
 * Finds the provider by OpenID discovery. Over https, or on this machine; Galley is a public client without a
 * secret.
 * @throws GalleyError unreachable · bad-request when there is no such provider
 */
export async function openProvider({ issuer, clientId }: SignInSetting): Promise<Configuration> {
  const address = safe(issuer)
  const outgoing = openOutgoing({ policy: asFarAs(address.hostname) })
  let provider: Configuration
  try {
    provider = await discovery(address, clientId, { [clockTolerance]: TOLERATED_SECONDS }, None(), {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: asFetch(outgoing, answers.provider),
      ...(address.protocol === 'http:' && { execute: [allowInsecureRequests] })
    })
  } catch (error) {
    throw providerProblem(error, issuer)
  }
  const metadata = provider.serverMetadata()
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint])
    checkEndpoint(endpoint, issuer)
  return provider
}

function checkEndpoint(endpoint: string | undefined, issuer: string): void {
  try {
    safe(endpoint ?? '')
  } catch {
    throw new GalleyError(
      'bad-request',
      sentence`${{ host: hostOf(issuer) }} tells no safe address to sign in at. Ask who runs it.`,
      { where: 'issuer' }
    )
  }
}
