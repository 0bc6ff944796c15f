import type { z } from 'zod'
import { GalleyError } from '../../../common/errors'
import type { signInSetting } from '../../../common/sync/shapes'
import { safe } from '../../callers/tokens/jwt'

/** Where, and as what, somebody signs in for a remote. Nothing of it is secret. */
export type SignInSetting = z.infer<typeof signInSetting>

const DISCOVERY = /\/\.well-known\/openid-configuration$/

/** As it is kept. @throws GalleyError bad-request, which names the member */
export function readySetting(request: SignInSetting): SignInSetting {
  const issuer = request.issuer.trim().replace(DISCOVERY, '')
  try {
    const { search, hash, username } = safe(issuer)
    if (search !== '' || hash !== '' || username !== '') throw new Error('more than an address')
  } catch {
    throw new GalleyError(
      'bad-request',
      'The issuer is the whole address of the provider, and begins with https://.',
      { where: 'issuer' }
    )
  }
  const clientId = request.clientId.trim()
  if (clientId === '')
    throw new GalleyError(
      'bad-request',
      'Give the client ID that Galley is registered with at the provider.',
      {
        where: 'clientId'
      }
    )
  const text = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim())
  return { issuer, clientId, scope: text(request.scope), audience: text(request.audience) }
}

export const hostOf = (issuer: string): string => new URL(issuer).host
