import { isDeepStrictEqual } from 'node:util'
import { jwtReader, type JwtReader } from '../tokens/jwt'
import type { IdentityProviderSetting } from '../../../common/api/types'
import type { Bearer, BearerParts } from './bearer'

/** JWTs of the provider that is believed (A2). Its keys are remembered while its setting stays the same. */
export function openJwts({ identityProvider, report, keyCooldown }: BearerParts): Bearer {
  let reader: { readonly provider: IdentityProviderSetting; readonly read: JwtReader } | null = null
  return {
    knows: () => true,
    async person(text) {
      const provider = await identityProvider()
      if (!provider) return null
      if (!isDeepStrictEqual(reader?.provider, provider)) {
        const read = jwtReader(provider, { report, ...(keyCooldown !== undefined && { keyCooldown }) })
        reader = { provider, read }
      }
      return reader?.read(text) ?? null
    }
  }
}
