import type { Person, Via } from '../../common/person'
import type { Identity } from '../../common/permissions/identifiers'
import type { SessionRecord } from './sessions/session-record'

/**
 * Who a transport vouches for. `owner`: a window of the app. `anyone`: whoever sent the request; the service
 * looks at its headers. Otherwise a browser that is signed in, as its owner or as somebody else (A5).
 */
export type CallerHint = 'owner' | 'anyone' | BrowserHint

interface BrowserHint {
  readonly session: SessionRecord
  /** Whether it goes on: for answers that take long. */
  readonly isOpen: () => Promise<boolean>
}

/** Whether a transport vouches for the owner of the workspace. */
export function isOwner(hint: CallerHint): boolean {
  return hint === 'owner' || (hint !== 'anyone' && hint.session.who.owner)
}

/**
 * Who calls, once known (A2, A4). Several people: a request with several tokens, which may do what each of
 * them may.
 */
export interface Caller {
  readonly kind: 'owner' | 'token' | 'person'
  /** The browser that they sit at, when they are signed in by a link. */
  readonly session?: SessionRecord
  readonly people: readonly [CallerPerson, ...CallerPerson[]]
  /** The token and the program that they come by (MC6); of several tokens the first. */
  readonly via?: Via
}

type CallerPerson = Person & Identity
