import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration
} from 'openid-client'
import { GalleyError, sentence } from '../../../common/errors'
import { requireAudience, resourceFor, resourceParameter } from './audience'
import { openLoopback } from './loopback'
import { providerProblem } from './problems'
import { openProvider } from './provider'
import { sessionOf, type Session } from './session'
import { hostOf, type SignInSetting } from './setting'

/** A sign-in under way. */
export interface Flow {
  /** What the person's browser has to open. */
  readonly address: string
  /** @throws GalleyError cancelled · forbidden · unreachable … */
  readonly done: Promise<Session>
  cancel(): void
}

/** How long a person may take in the browser. */
const PATIENCE_MS = 10 * 60_000

/**
 * Begins to sign in: authorization code with PKCE, state and nonce, and a way back to a free port of this
 * machine.
 * @param base of the server that the token is for
 * @throws GalleyError unreachable · bad-request when the provider cannot be used
 */
export async function beginSignIn(
  setting: SignInSetting,
  base: string,
  patienceMs = PATIENCE_MS
): Promise<Flow> {
  const resource = resourceFor(setting, base)
  const provider = await openProvider(setting)
  const state = randomState()
  const nonce = randomNonce()
  const verifier = randomPKCECodeVerifier()
  const loopback = await openLoopback(state)
  const scopes = scopesFor(setting, provider)
  const address = buildAuthorizationUrl(provider, {
    response_type: 'code',
    redirect_uri: loopback.redirectUri,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // without asking the person no lasting sign-in is given (OpenID Connect Core, 11)
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
    ...(setting.audience !== null && { audience: setting.audience }),
    ...resourceParameter(resource)
  }).href

  let stop: (why: GalleyError) => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = reject
  })
  const late = setTimeout(
    () => stop(new GalleyError('cancelled', 'Nobody signed in for ten minutes. Begin again.')),
    patienceMs
  )
  late.unref()

  async function run(): Promise<Session> {
    try {
      const url = await Promise.race([loopback.answer, stopped])
      const tokens = await authorizationCodeGrant(
        provider,
        url,
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        resourceParameter(resource)
      )
      requireAudience(tokens.access_token, setting, base)
      loopback.finish({ ok: true, message: 'You can close this page and go back to Galley.' })
      return sessionOf({ ...setting, resource }, tokens, Date.now())
    } catch (error) {
      const problem = providerProblem(error, setting.issuer)
      loopback.finish({ ok: false, message: problem.message })
      throw problem
    } finally {
      clearTimeout(late)
    }
  }

  const done = run()
  done.catch(() => undefined)
  return {
    address,
    done,
    cancel: () =>
      stop(
        new GalleyError(
          'cancelled',
          sentence`The sign-in at ${{ host: hostOf(setting.issuer) }} was cancelled.`
        )
      )
  }
}

function scopesFor({ scope }: SignInSetting, provider: Configuration): string[] {
  const lasting = provider.serverMetadata().scopes_supported?.includes('offline_access')
  const own = scope?.split(/\s+/).filter(Boolean) ?? []
  return [...new Set(['openid', 'email', 'profile', ...(lasting ? ['offline_access'] : []), ...own])]
}
