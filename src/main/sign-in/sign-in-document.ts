import type { z } from 'zod'
import type { signInDocument as shape } from '../../common/api/shapes'
import { GalleyError } from '../../common/errors'
import type { signInDocumentOperations } from '../../common/api/operations/sign-in'
import type { Asked } from '../http/asked'
import type { Handlers } from '../http/room'
import type { IdentityProviderSetting } from '../../common/api/types'

/**
 * `GET /.well-known/oauth-protected-resource` (A7): whose tokens are believed, so that a client knows where
 * its person signs in. For everybody: it tells nothing that a request for a token does not tell. Clients
 * believe it only when it speaks for just the origin that they asked (RFC 9728, 3.3): behind a proxy the
 * service is told that origin at its start (OP5).
 */
export function signInDocumentHandlers({ origin, identityProvider }: SignInDocumentParts) {
  return {
    async readSignIn({ url }) {
      const provider = await identityProvider()
      if (!provider)
        throw new GalleyError(
          'not-found',
          'This service believes its own tokens only: ask its owner for one.'
        )
      const scopes = provider.scope?.split(/\s+/).filter(Boolean)
      const document: z.infer<typeof shape> = {
        resource: origin ?? url.origin,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
        ...(scopes && { scopes_supported: scopes }),
        ...(provider.clientId !== undefined && { galley_client_id: provider.clientId }),
        galley_audience: provider.audience
      }
      return Response.json(document, {
        headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
      })
    }
  } satisfies Handlers<Asked, typeof signInDocumentOperations>
}

interface SignInDocumentParts {
  readonly origin: string | undefined
  readonly identityProvider: () => Promise<IdentityProviderSetting | null>
}
