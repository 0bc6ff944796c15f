import { GalleyError, sentence } from '../../../common/errors'
import { isOwnAudience } from '../../../common/sync/audience'
import { claimsOf } from './session'
import { hostOf, type SignInSetting } from './setting'

/**
 * What the provider is told that the token is for (RFC 8707): the audience, where it is an address; without
 * one the server itself. Null for an audience that is only a name: some providers know it as the parameter
 * `audience` alone.
 */
export function resourceFor({ audience }: Pick<SignInSetting, 'audience'>, base: string): string | null {
  if (audience === null) return base
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(audience) ? audience : null
}

export const resourceParameter = (resource: string | null): Record<string, string> =>
  resource === null ? {} : { resource }

/**
 * A token that says for whom it is must be for this server: in other hands it would open whatever it is for.
 * @throws GalleyError forbidden
 */
export function requireAudience(
  token: string,
  { issuer, audience }: Pick<SignInSetting, 'issuer' | 'audience'>,
  base: string
): void {
  const { aud } = claimsOf(token)
  const named = [aud].flat().filter((one): one is string => typeof one === 'string')
  if (named.length === 0 || named.some((one) => one === audience || isOwnAudience(base, one))) return
  throw new GalleyError(
    'forbidden',
    sentence`${{ host: hostOf(issuer) }} made a token for ${{ names: named.join(', ').slice(0, 200) }}, and not for ${{ audience: audience ?? base }}. It was thrown away: ${{ remote: hostOf(base) }} could have opened that with it. If it is right, give it as the audience.`,
    { where: 'audience' }
  )
}
