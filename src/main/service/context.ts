import type { Context } from 'hono'
import type { Store, StoreDocument } from '../store/types'
import type { EventHub } from './event-hub'
import type { Settings } from './settings'
import type { Caller, ServiceOptions } from './types'

/** What every route works with. One per service; nothing here is shared between two services of a process. */
export interface ServiceContext {
  readonly store: Store
  readonly options: ServiceOptions
  readonly events: EventHub
  settings(): Promise<StoreDocument<Settings>>
}

/** Hono's environment: the caller is known before a route runs. */
export interface Env {
  readonly Bindings: { readonly caller: Caller }
}

export type RouteContext = Context<Env>

export type Handler = (c: RouteContext) => Promise<Response> | Response

/** The methods of one address; every other is 405 with these in `Allow`. */
export type Methods = Readonly<Partial<Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', Handler>>>
