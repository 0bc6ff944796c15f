import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { GalleyError, sentence } from '../../../common/errors'
import { networkTrouble } from '../../outgoing'
import { hostOf } from './setting'

/**
 * What went wrong with a provider, in a sentence for people. Its cause is left out on purpose: it may carry
 * what the provider answered, and with it tokens (Y11).
 */
export function providerProblem(error: unknown, issuer: string): GalleyError {
  if (error instanceof GalleyError) return error
  const host = hostOf(issuer)
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return refusal(error.error, error.error_description, host)
  if (error instanceof ClientError) {
    const failed = inOwnWords(error.code ?? '', host, issuer)
    if (failed) return failed
  }
  return new GalleyError('unreachable', networkTrouble(error, host).message)
}

/** Whether a renewal can never succeed again. */
export const isOver = (error: unknown): boolean =>
  error instanceof ResponseBodyError &&
  ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(error.error)

function refusal(code: string, description: string | undefined, host: string): GalleyError {
  const told = description === undefined ? code : `${description.replace(/[\s\p{C}]+/gu, ' ').slice(0, 200)}`
  if (code === 'access_denied')
    return new GalleyError(
      'forbidden',
      sentence`${{ host }} did not let you in, or you said no there (${{ answer: told }}). Try again.`
    )
  if (['invalid_client', 'unauthorized_client', 'invalid_redirect_uri'].includes(code))
    return new GalleyError(
      'forbidden',
      sentence`${{ host }} does not know Galley by this client ID (${{ answer: told }}). Check it; Galley is a native app with the redirect address http://127.0.0.1/signed-in.`
    )
  if (['invalid_scope', 'invalid_target'].includes(code))
    return new GalleyError(
      'forbidden',
      sentence`${{ host }} does not give what was asked for (${{ answer: told }}). Check scope and audience.`
    )
  if (['server_error', 'temporarily_unavailable'].includes(code))
    return new GalleyError(
      'unreachable',
      sentence`${{ host }} cannot sign anybody in just now (${{ answer: told }}). Try again later.`
    )
  if (code === 'invalid_grant')
    return new GalleyError('unauthenticated', sentence`Your sign-in at ${{ host }} has ended. Sign in again.`)
  return new GalleyError('forbidden', sentence`${{ host }} did not sign you in: ${{ answer: told }}.`)
}

function inOwnWords(code: string, host: string, issuer: string): GalleyError | null {
  switch (code) {
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return new GalleyError(
        'bad-request',
        sentence`The provider at ${{ host }} calls itself otherwise than ${{ issuer }}. Give its issuer exactly as it writes it.`,
        { where: 'issuer' }
      )
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return new GalleyError(
        'bad-request',
        sentence`There is no OpenID provider at ${{ issuer }}. Check the issuer; some have a path, like /realms/team.`,
        { where: 'issuer' }
      )
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new GalleyError(
        'forbidden',
        sentence`What ${{ host }} signed is not valid at the time of this computer. Set its clock, and sign in again.`
      )
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_KEY_SELECTION_FAILED':
      return new GalleyError(
        'forbidden',
        sentence`The answer of ${{ host }} does not belong to this sign-in, or is not signed by it. Nobody was signed in; try again.`
      )
    default:
      return null
  }
}
