import type { Identity } from '../../../common/permissions/identifiers'
import type { OpenSettings } from '../../settings'
import type { WorkspaceTrust } from '../../trust'
import type { LastUses } from '../last-uses'
import type { IdentityProviderSetting } from '../../../common/api/types'
import type { TokenFiles } from '../tokens/token-files'

/** A kind of bearer token, by which requests sign in. */
export interface Bearer {
  /** Whether a token has its form. */
  knows(text: string): boolean
  /** Whom a token names; null when it does not count (any more). */
  person(text: string): Promise<Named | null>
}

/** Somebody whom a token names, with its id where Galley made it. */
export type Named = Identity & { readonly id?: string }

export interface BearerParts {
  readonly settings: OpenSettings
  /** Whose JWTs are believed, if anybody's (A2). */
  readonly identityProvider: () => Promise<IdentityProviderSetting | null>
  readonly tokens: TokenFiles
  /** Of tokens, by their ids. */
  readonly uses: LastUses
  readonly trust: WorkspaceTrust
  readonly report: (error: unknown) => void
  /** Milliseconds between two looks at an issuer's keys. */
  readonly keyCooldown?: number | undefined
}
