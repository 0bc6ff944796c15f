import type { Callers } from './callers'

/** Who asked: what a log and a limit may know of somebody, and nothing that names them. */
export type CallerKind = 'owner' | 'person' | 'token' | 'site' | 'admin'

/** Told who asks, as soon as that is known; null: what the request carries names nobody. */
export type Heard = (kind: CallerKind | null) => void

/**
 * The same callers, who tell of each request's the transport that brought it.
 */
export function hearing(callers: Callers): {
  readonly callers: Callers
  /** Tells of one request. */
  listen(request: Request, heard: Heard): void
} {
  const listeners = new WeakMap<object, Heard>()
  const notify = (request: object, found: { readonly kind: CallerKind } | null) => {
    listeners.get(request)?.(found && found.kind)
  }
  return {
    listen: (request, heard) => void listeners.set(request, heard),
    callers: {
      async identify(request, hint) {
        const found = await callers.identify(request, hint)
        notify(request, found)
        return found
      },
      async opensSite(request, org, site) {
        const found = await callers.opensSite(request, org, site)
        notify(request, found && { kind: 'site' })
        return found
      },
      async publisher(request, hint, org, site) {
        const found = await callers.publisher(request, hint, org, site)
        notify(request, found && { kind: found.kind === 'access' ? 'token' : found.kind })
        return found
      }
    }
  }
}
