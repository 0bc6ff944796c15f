import type { Person } from '../../common/api/types'
import type { Identity } from '../../common/permissions/identifiers'
import type { HealthTimes } from '../health'
import type { ImportLimits } from '../importing'
import type { SecretKeeper } from '../secrets'
import type { Store } from '../store/types'
import type { WorkspaceTrust } from '../trust/workspace-trust'
import type { OpenRecords } from './sessions/session-book'
import type { SessionRecord } from './sessions/session-record'
import type { IdentityProvider } from './tokens/jwt'

/**
 * Who a transport vouches for. `owner`: a window of the app. `anyone`: whoever sent the request; the service looks at its headers.
 * Otherwise a browser that is signed in, as its owner or as somebody else (A5).
 */
export type CallerHint = 'owner' | 'anyone' | BrowserHint

export interface BrowserHint {
  readonly session: SessionRecord
  /** Whether it goes on: for answers that take long. */
  readonly isOpen: () => Promise<boolean>
}

/** Whether a transport vouches for the owner of the workspace. */
export function isOwner(hint: CallerHint): boolean {
  return hint === 'owner' || (hint !== 'anyone' && hint.session.who.owner)
}

/** Who calls, once known (A2, A4). Several people: a request with several tokens, which may do what each of them may. */
export interface Caller {
  readonly kind: 'owner' | 'token' | 'person'
  /** The browser that they sit at, when they are signed in by a link. */
  readonly session?: SessionRecord
  readonly people: readonly [CallerPerson, ...CallerPerson[]]
}

export type CallerPerson = Person & Identity

export interface ServiceOptions {
  readonly store: Store
  readonly appVersion: string
  /** Where the sample site's files lie, for `POST /app/sample`. */
  readonly sampleFolder?: string
  /** The built program of the workers, in which everything is done that can be long; without it, it is done in this thread. */
  readonly workerProgram?: string
  /** The built program of the thread that examines the whole store (W11); without it, it is done in this thread. */
  readonly checkProgram?: string
  /** When the store and the disk are looked at, in place of the usual times. */
  readonly healthTimes?: Partial<HealthTimes>
  /** A line for people in the log: how the disk is, and the like; default nowhere. */
  readonly tell?: (line: string) => void
  /** Origin for the addresses in answers, for example `http://127.0.0.1:4502`; default: that of the request. */
  readonly origin?: string
  /** Whose JWTs are believed, in place of the workspace's setting. */
  readonly identityProvider?: IdentityProvider
  /** Milliseconds between two looks at an issuer's keys; default 30,000. */
  readonly keyCooldown?: number
  /** Where tokens of other services are kept; default: the keychain of the system, else this run only. */
  readonly secrets?: SecretKeeper
  /** Opens an address in the system's browser, to sign in there; absent where there is none. */
  readonly openAddress?: (address: string) => Promise<void>
  /** In place of what imports may cost otherwise. */
  readonly importLimits?: Partial<ImportLimits>
  /** What the workspace may set going (T1); default everything. */
  readonly trust?: WorkspaceTrust
  /** Where browsers that are signed in are kept, and links; default: in the workspace. */
  readonly sessionRecords?: OpenRecords
  /** Hosts of this machine and its network that who is not the owner may import from, too; default none (IM9). */
  readonly importHosts?: readonly string[]
  /** Whether pairs sync by themselves; default true. */
  readonly syncs?: boolean
  /** Told every failure that is Galley's own fault; default: the error stream (`failure-text.ts`). */
  readonly report?: (error: unknown) => void
}

/** The whole service: a function from Request to Response. */
export interface Service {
  fetch(request: Request, hint: CallerHint): Promise<Response>
  /** Told by a transport where somebody signed in, so that the owner's windows show it. */
  signedIn?(): void
  close(): Promise<void>
}
