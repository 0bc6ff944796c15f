import type { Context } from 'hono'
import type { Store, StoreDocument } from '../store/types'
import type { Workers } from '../workers'
import type { Access } from '../permissions/access'
import type { Health } from '../health'
import type { Content } from '../permissions/content'
import type { OrgRules } from '../permissions/org-rules'
import type { Drafts } from '../authoring/drafts'
import type { EventHub } from '../events/event-hub'
import type { Operations } from '../events/long-work'
import type { ServiceFolder } from '../settings/service-folder'
import type { MomentRuns } from '../authoring/moment/runs'
import type { Settings } from '../settings'
import type { TokenFiles } from '../callers/tokens/token-files'
import type { IdentityProvider } from '../callers/tokens/jwt'
import type { WorkspaceTrust } from '../trust/workspace-trust'
import type { LastUses } from '../callers/last-uses'
import type { Links } from '../callers/sessions/links'
import type { SessionBook } from '../callers/sessions/session-book'
import type { Caller, ServiceOptions } from '../callers/types'
import type { WaysInChanges } from '../callers/ways-in'

/** What every route works with. One per service; nothing here is shared between two services of a process. */
export interface ServiceContext {
  /** Routes about content use `c.env.content` instead, which asks for permission. */
  readonly store: Store
  /** Failures always have somewhere to go. */
  readonly options: ServiceOptions & Required<Pick<ServiceOptions, 'report'>>
  readonly events: EventHub
  readonly operations: Operations
  readonly momentRuns: MomentRuns
  readonly drafts: Drafts
  readonly tokens: TokenFiles
  /** Of tokens, by their ids. */
  readonly uses: LastUses
  /** Browsers that are signed in, and the links that sign them in (A5). */
  readonly sessions: SessionBook
  readonly links: Links
  /** Tells that tokens or sessions changed. */
  readonly waysIn: WaysInChanges
  readonly rulesOf: OrgRules
  readonly serviceFolder: ServiceFolder
  /** How the workspace fares (W11 to W13). */
  readonly health: Health
  /** What the workspace may set going (T1). */
  readonly trust: WorkspaceTrust
  /** Where everything is done that can be long. */
  readonly workers: Workers
  settings(): Promise<StoreDocument<Settings>>
  /** Whose JWTs are believed, if anybody's (A2). */
  identityProvider(): Promise<IdentityProvider | null>
}

/** Hono's environment: the caller, and what it may do, is known before a route runs. */
export interface Env {
  readonly Bindings: {
    readonly caller: Caller
    readonly access: Access
    readonly content: Content
    /** The request's address, parsed once. */
    readonly url: URL
    /** Whether the caller is still who it was: for answers that go on for long. */
    readonly stillKnown: () => Promise<boolean>
  }
}

export type RouteContext = Context<Env>

export type Handler = (c: RouteContext) => Promise<Response> | Response

/** The methods of one address; every other is 405 with these in `Allow`. */
export type Methods = Readonly<Partial<Record<Method, Handler>>>

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
