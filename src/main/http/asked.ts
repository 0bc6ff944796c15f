import type { Caller, CallerHint } from '../callers/types'
import type { Access } from '../permissions/access'
import type { Content } from '../permissions/content'

/** A request as a transport hands it over. */
export interface Asked {
  readonly request: Request
  /** Its address, parsed once. */
  readonly url: URL
  readonly hint: CallerHint
}

/** A request of somebody who is known (A2), and what they may do. */
export interface Known extends Asked {
  readonly caller: Caller
  readonly access: Access
  /** The store as this caller may use it. */
  readonly content: Content
  /** Whether the caller is still who it was: for answers that go on for long. */
  readonly stillKnown: () => Promise<boolean>
}

/** What is known of a request grows from step to step; a response ends it. */
export type Step<From, To> = (asked: From) => Promise<To | Response>

/** One step after the other. */
export const after =
  <From, Between, To>(first: Step<From, Between>, second: Step<Between, To>): Step<From, To> =>
  async (asked) => {
    const reached = await first(asked)
    return reached instanceof Response ? reached : second(reached)
  }
