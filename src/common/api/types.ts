import type { z } from 'zod'
import type { Person } from '../person'
import type { listItem } from './shapes'

/** The shapes that travel over HTTP. Paths are canonical content paths (N5); times are Unix milliseconds. */

/** One element of a version list, exactly as the description gives it (V1). */
export interface VersionRecord {
  readonly url: string
  readonly users: readonly { readonly email: string }[]
  readonly timestamp: number
  /** `<repo>/<path/to/file>`, the file's path when the version was made. */
  readonly path: string
  readonly label?: string
}

/**
 * A version as the window shows it: with who wrote its content and when, in Unix milliseconds, as far as that
 * is known (V7).
 */
export interface HistoryRecord extends VersionRecord {
  readonly written?: { readonly by: { readonly email: string }; readonly at: number }
}

/** One element of a folder list (S2). */
export type ListItem = Readonly<z.infer<typeof listItem>>

/** Body of a successful source write (S1; map, M). */
export interface WriteAnswer {
  readonly source: { readonly editUrl: string; readonly contentUrl: string }
  /** Where readers find it once it is published; older services do not say. */
  readonly aem?: { readonly previewUrl: string; readonly liveUrl: string }
}

/** What a move or copy did (S4), or the sample: how many files, and where they are. */
export interface TransferAnswer {
  readonly files: number
  readonly path: string
}

/** One thing in the trash of a site (S5). */
export interface TrashItem {
  readonly id: string
  /** Where it was, and where it returns to. */
  readonly path: string
  readonly kind: 'file' | 'folder'
  readonly files: number
  readonly deletedAt: number
  readonly deletedBy: Person
  /** `deleted` by someone, or `replaced`: media that an upload took the place of. */
  readonly cause: 'deleted' | 'replaced'
}

/** What the app shows of the open workspace. */
export interface WorkspaceInfo {
  readonly id: string
  readonly name: string
  /** Folder on disk; absent for a caller who is not the owner. */
  readonly location?: string
  /** Asked for at first start (A1); null until then. */
  readonly owner: Person | null
  /** Absent where an older service does not say. */
  readonly you?: You
  /** Name of the service folder without its dot (N4), default `galley`. */
  readonly serviceFolder: string
  readonly appVersion: string
  /** What recovery or reading found damaged and set aside (W6, W8). */
  readonly problems: readonly WorkspaceProblem[]
}

/** One thing that was set aside because it was damaged or broke a rule (W8). */
export interface SetAsideItem {
  /** As it lies in `.galley/damaged`. */
  readonly name: string
  /** `other`: a link or a special file, which is never followed or read. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Bytes; 0 for what is no file. */
  readonly size: number
  /** When it was set aside, Unix milliseconds. */
  readonly at: number
}

export interface WorkspaceProblem {
  readonly where: string
  readonly message: string
  readonly at: number
}

/** A token as the owner sees it (A2); times are Unix milliseconds. Its text is never in it. */
export interface TokenInfo {
  readonly id: string
  readonly kind: TokenKind
  readonly email: string
  readonly groups: readonly string[]
  /** `org/site`, for site tokens and restricted admin tokens (A3). */
  readonly site?: string
  readonly createdAt: number
  readonly expiresAt?: number
  readonly revokedAt?: number
  /** When it last opened something, to the hour. */
  readonly usedAt?: number
  readonly state: 'valid' | 'expired' | 'revoked'
}

/** Who asks. */
export interface You extends Person {
  readonly groups: readonly string[]
  readonly owner: boolean
  /** When the browser's session ends at the latest; absent for who has none. */
  readonly sessionEndsAt?: number
}

/** A browser that is signed in, as the owner sees it (A5); times are Unix milliseconds. */
export interface SessionInfo extends Person {
  readonly id: string
  readonly owner: boolean
  readonly groups: readonly string[]
  /** The host and port that it was opened at. */
  readonly host: string
  readonly startedAt: number
  /** To the minute. */
  readonly usedAt: number
  /** At the latest; two hours after the last use if that is earlier. */
  readonly endsAt: number
  /** Whether it is the one that asks. */
  readonly own: boolean
}

/** Answer to the making of a link that signs a browser in once: the only time that it is told. */
export interface SignInLinkAnswer {
  /** Relative to the service's origin. */
  readonly path: string
  readonly expiresAt: number
}

/** How much ended when everything was revoked. */
export interface RevokedAnswer {
  readonly tokens: number
  readonly sessions: number
  readonly links: number
}

/**
 * What a token opens: the authoring endpoints, protected delivery, or the publishing admin service (A2, A3).
 */
export type TokenKind = 'access' | 'site' | 'admin'

/** Answer to the making of a token: the only time that its text is told. */
export interface NewTokenAnswer {
  readonly token: string
  readonly info: TokenInfo
}

/** What somebody may do at a path, and why (P7). Actions are `read` and `write`. */
export interface PermissionsAnswer {
  readonly path: string
  /** Several for a request with several tokens. */
  readonly people: readonly { readonly email: string; readonly groups: readonly string[] }[]
  readonly actions: readonly ('read' | 'write')[]
  /** On the config of the path (P4). */
  readonly config: readonly ('read' | 'write')[]
  /** For each person the rules that decided; null where nothing is restricted. `rows` count from 1. */
  readonly reasons:
    | readonly (readonly {
        readonly identifier: string
        readonly path: string
        readonly rows: readonly number[]
        readonly actions: readonly ('read' | 'write')[]
      }[])[]
    | null
}

/** Whose JWTs are believed (A2). */
export interface IdentityProviderSetting {
  readonly issuer: string
  readonly audience: string
  readonly groupsClaim?: string
  /** What people's own Galleys are registered as at the provider, to sign in there. */
  readonly clientId?: string
  /** Scopes that they ask for beside the usual ones, with spaces between. */
  readonly scope?: string
}

/** `{error, reason}` everywhere but in the empty 401s. */
export interface ErrorBody {
  readonly error: string
  readonly reason: string
  readonly where?: string
  /** Which rule of the SPEC was broken, where one alone decides. */
  readonly rule?: string
}
