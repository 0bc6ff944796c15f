import { assertNever } from '../../../../../common/errors'
import type { KeptWhere, SignInState } from '../../../../../common/sync'
import { relativeTime } from '../../../components/formats'

/** Where a token lies, for people. */
export function keptWords(kept: KeptWhere): string {
  switch (kept) {
    case 'keychain':
      return 'in the keychain of this computer'
    case 'encrypted':
      return 'encrypted on this computer'
    case 'this-run':
      return 'until Galley is closed'
    case null:
      return ''
    default:
      return assertNever(kept)
  }
}

export function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}

/** “Signed in as anna@example.com at login.example.com” */
export const signedInWords = ({ who, issuer }: Pick<SignInState, 'who' | 'issuer'>): string =>
  `Signed in${who === null ? '' : ` as ${who}`} at ${hostOf(issuer)}`

/** How long it lasts. @param now Unix milliseconds */
export function untilWords(
  { until, renews }: Pick<SignInState, 'until' | 'renews'>,
  now = Date.now()
): string {
  if (renews) return 'renewed by itself'
  if (until === null) return 'for as long as the server accepts it'
  return until <= now ? 'has ended' : `ends ${relativeTime(until, now)}; then sign in again`
}
