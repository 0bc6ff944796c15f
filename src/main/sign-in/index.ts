import { signInDocumentOperations, signInOperations } from '../../common/api/operations/sign-in'
import type { WaysIn } from '../callers'
import type { EventHub } from '../events/event-hub'
import type { Known, Step, Asked } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import { ownersAlone } from '../permissions/access'
import type { OpenSettings } from '../settings'
import { identityProviderHandlers } from './identity-provider'
import { sessionHandlers } from './sessions'
import { signInDocumentHandlers } from './sign-in-document'
import { tokenHandlers } from './tokens'

interface SignInParts {
  readonly waysIn: WaysIn
  readonly settings: OpenSettings
  readonly events: EventHub
  readonly origin: string | undefined
}

/**
 * Who may come in: tokens, browsers, whose JWTs are believed; and where people sign in, told to everybody
 * (A2, A5, A7).
 */
export function openSignIn(known: Step<Asked, Known>, parts: SignInParts): readonly Room[] {
  return [
    openRoom({
      operations: signInOperations,
      enter: known,
      admit: ownersAlone,
      handlers: {
        ...tokenHandlers(parts.waysIn),
        ...sessionHandlers(parts),
        ...identityProviderHandlers(parts)
      }
    }),
    openRoom({
      operations: signInDocumentOperations,
      enter: (asked) => Promise.resolve(asked),
      handlers: signInDocumentHandlers({
        origin: parts.origin,
        identityProvider: () => parts.waysIn.identityProvider()
      })
    })
  ]
}
