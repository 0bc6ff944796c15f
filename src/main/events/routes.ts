import { randomUUID } from 'node:crypto'
import { liveOperations } from '../../common/api/operations/live'
import { GalleyError } from '../../common/errors'
import { openVisibility, type VisibleTo } from '../permissions/visible-to'
import type { Asked, Known, Step } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import type { OrgRules } from '../permissions/org-rules'
import type { LongWork } from './long-work'
import type { EventHub } from './event-hub'
import { eventStream, whileKnown, withoutAsking } from './event-stream'
import { openStreamPlaces } from './stream-places'
import type { WaysInChanges } from '../callers/ways-in'

/**
 * Everything that happens and that the caller may know of, as server-sent events, `hello` first; and the end
 * of long work by its name.
 */
export function openLive(known: Step<Asked, Known>, { events, rulesOf, waysIn, longWork }: LiveParts): Room {
  const enter = openStreamPlaces()
  const visibleTo = openVisibility(rulesOf)
  return openRoom({
    operations: liveOperations,
    enter: known,
    handlers: {
      events: (asked) => {
        const { access, caller } = asked
        const leave = enter(caller)
        const stream = access.unrestricted
          ? openStream(events, asked, waysIn, leave)
          : filteredStream(events, asked, visibleTo, waysIn, leave)
        return new Response(stream, {
          headers: {
            'Content-Type': 'text/event-stream; charset=utf-8',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff'
          }
        })
      },
      /** Only who began it knows it. */
      async stopOperation({ caller }, { parameters: { name } }) {
        if (await longWork.stop(name, caller)) return new Response(null, { status: 204 })
        throw new GalleyError('not-found', 'Nothing of this name is under way (any more).', { where: name })
      }
    }
  })
}

interface LiveParts {
  readonly events: EventHub
  readonly rulesOf: OrgRules
  readonly waysIn: WaysInChanges
  readonly longWork: LongWork
}

/**
 * Every event, with the service's own numbers, so that a reader that comes back knows whether it missed
 * something. In a browser of the owner's it ends when the browser's session does.
 */
function openStream(
  hub: EventHub,
  { caller, stillKnown }: Known,
  waysIn: WaysInChanges,
  leave: () => void
): ReadableStream<Uint8Array> {
  const hello = { type: 'hello', run: hub.run, seq: hub.seq() } as const
  if (!caller.session) return eventStream(hub, hello, withoutAsking, null, leave)
  const take = whileKnown(stillKnown, (event, send) => Promise.resolve(send(event)))
  return eventStream(hub, hello, take, waysIn, leave)
}

/**
 * The events that the caller may know of, judged by the permissions of that moment, and numbered for
 * themselves: a hole would tell that something else happened. Ends when the caller's token does.
 */
function filteredStream(
  hub: EventHub,
  { caller, stillKnown }: Known,
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
