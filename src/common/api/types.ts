import type { z } from 'zod'
import type { ReadOnly } from '../read-only'
import type * as shapes from './shapes'

/** What travels over HTTP, as it is read: `shapes.ts` says what its members are. */
type Of<Shape extends z.ZodType> = ReadOnly<z.infer<Shape>>

/** One element of a version list, exactly as the description gives it (V1). */
export type VersionRecord = Of<typeof shapes.versionRecord>

/**
 * A version as the window shows it: with who wrote its content and when, in Unix milliseconds, as far as that
 * is known (V7).
 */
export type HistoryRecord = Of<typeof shapes.historyRecord>

/** One element of a folder list (S2). */
export type ListItem = Of<typeof shapes.listItem>

/** Body of a successful source write (S1; map, M). */
export type WriteAnswer = Of<typeof shapes.write>

/** What a move or copy did (S4), or the sample: how many files, and where they are. */
export type TransferAnswer = Of<typeof shapes.transfer>

/** One thing in the trash of a site (S5). */
export type TrashItem = Of<typeof shapes.trashItem>

/** What the app shows of the open workspace. */
export type WorkspaceInfo = Of<typeof shapes.workspace>

export type WorkspaceProblem = WorkspaceInfo['problems'][number]

/** One thing that was set aside because it was damaged or broke a rule (W8). */
export type SetAsideItem = Of<typeof shapes.setAsideItem>

/** A token as the owner sees it (A2). Its text is never in it. */
export type TokenInfo = Of<typeof shapes.tokenInfo>

/**
 * What a token opens: the authoring endpoints, protected delivery, or the publishing admin service (A2, A3).
 */
export type TokenKind = TokenInfo['kind']

/** Who asks. */
export type You = Of<typeof shapes.you>

/** A browser that is signed in, as the owner sees it (A5). */
export type SessionInfo = Of<typeof shapes.session>

/** Answer to the making of a link that signs a browser in once: the only time that it is told. */
export type SignInLinkAnswer = Of<typeof shapes.signInLink>

/** How much ended when everything was revoked. */
export type RevokedAnswer = Of<typeof shapes.revoked>

/** Answer to the making of a token: the only time that its text is told. */
export type NewTokenAnswer = Of<typeof shapes.newToken>

/** What somebody may do at a path, and why (P7). */
export type PermissionsAnswer = Of<typeof shapes.access>

/** What somebody asks to be allowed, and what came of it (A13). */
export type AccessRequest = Of<typeof shapes.accessRequest>

export type AccessRequests = Of<typeof shapes.accessRequests>

export type AccessAnswer = NonNullable<AccessRequest['answer']>

/** Whose JWTs are believed (A2). */
export type IdentityProviderSetting = NonNullable<Of<typeof shapes.identityProvider>>

/** `{error, reason}` everywhere but in the empty 401s. */
export type ErrorBody = Of<typeof shapes.errorBody>
