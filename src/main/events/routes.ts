import { randomUUID } from 'node:crypto'
import { openVisibility, type VisibleTo } from '../permissions/visible-to'
import type { Methods, RouteContext, ServiceContext } from '../http/context'
import type { EventHub } from './event-hub'
import { eventStream, whileKnown, withoutAsking } from './event-stream'
import { openStreamPlaces } from './stream-places'
import type { WaysInChanges } from '../callers/ways-in'

/** `GET /events`: everything that happens and that the caller may know of, as server-sent events; `hello` first. */
export function eventRoutes({ events, rulesOf, waysIn }: ServiceContext): Methods {
  const enter = openStreamPlaces()
  const visibleTo = openVisibility(rulesOf)
  return {
    GET: (c) => {
      const { access, caller } = c.env
      const leave = enter(caller)
      const stream = access.unrestricted
        ? openStream(events, c, waysIn, leave)
        : filteredStream(events, c, visibleTo, waysIn, leave)
      return new Response(stream, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff'
        }
      })
    }
  }
}

/**
 * Every event, with the service's own numbers, so that a reader that comes back knows whether it missed something. In a browser of the
 * owner's it ends when the browser's session does.
 */
function openStream(
  hub: EventHub,
  { env: { caller, stillKnown } }: RouteContext,
  waysIn: WaysInChanges,
  leave: () => void
): ReadableStream<Uint8Array> {
  const hello = { type: 'hello', run: hub.run, seq: hub.seq() } as const
  if (!caller.session) return eventStream(hub, hello, withoutAsking, null, leave)
  const take = whileKnown(stillKnown, (event, send) => Promise.resolve(send(event)))
  return eventStream(hub, hello, take, waysIn, leave)
}

/**
 * The events that the caller may know of, judged by the permissions of that moment, and numbered for themselves: a hole would tell
 * that something else happened. Ends when the caller's token does.
 */
function filteredStream(
  hub: EventHub,
  { env: { caller, stillKnown } }: RouteContext,
  visibleTo: VisibleTo,
  waysIn: WaysInChanges,
  leave: () => void
): ReadableStream<Uint8Array> {
  let seq = 0
  const take = whileKnown(stillKnown, async (event, send) => {
    const shown = await visibleTo(caller, event)
    if (!shown) return
    seq += 1
    send({ ...shown, seq })
  })
  return eventStream(hub, { type: 'hello', run: randomUUID(), seq }, take, waysIn, leave)
}
