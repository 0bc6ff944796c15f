import { randomUUID } from 'node:crypto'
import type { ServiceEvent, ServiceEventBody } from '../../../common/api/events'
import type { Access } from '../access/access'
import { accessFor } from '../access/access'
import { visibleEvent } from '../access/visible-event'
import type { Methods, RouteContext, ServiceContext } from '../context'
import type { EventHub } from '../event-hub'

const HEARTBEAT_MS = 15_000
/** A reader this many events behind is cut off; it comes back, gets a `hello`, and reads again what it shows. */
const MAX_BEHIND = 1000

/** `GET /events`: everything that happens and that the caller may know of, as server-sent events; `hello` first. */
export function eventRoutes(context: ServiceContext): Methods {
  return {
    GET: (c) =>
      new Response(streamFor(context, c), {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff'
        }
      })
  }
}

function streamFor(context: ServiceContext, c: RouteContext): ReadableStream<Uint8Array> {
  const { access, caller } = c.env
  if (!access.unrestricted) return filteredStream(context, c)
  return caller.session ? ownersStream(context, c) : openStream(context.events)
}

/** Every event, with the service's own numbers, so that a reader that comes back knows whether it missed something. */
function openStream(hub: EventHub): ReadableStream<Uint8Array> {
  return eventStream(
    hub,
    { type: 'hello', run: hub.run, seq: hub.seq() },
    (event, send) => event && send(event)
  )
}

/** The same for a browser of the owner's; it ends when the browser's session does. */
function ownersStream({ events }: ServiceContext, c: RouteContext): ReadableStream<Uint8Array> {
  return eventStream(
    events,
    { type: 'hello', run: events.run, seq: events.seq() },
    whileKnown(c.env.stillKnown, (event, send) => Promise.resolve(send(event)))
  )
}

/**
 * The events that the caller may know of, judged by the permissions of that moment, and numbered for themselves: a hole would tell
 * that something else happened. Ends when the caller's token does.
 */
function filteredStream({ events, rulesOf }: ServiceContext, c: RouteContext): ReadableStream<Uint8Array> {
  const { caller, stillKnown } = c.env
  let seq = 0
  const take = whileKnown(stillKnown, async (event, send) => {
    const shown = await visible(accessFor(caller, rulesOf), event)
    if (!shown) return
    seq += 1
    send({ ...shown, seq })
  })
  return eventStream(events, { type: 'hello', run: randomUUID(), seq }, take)
}

/** One event after another, for as long as the caller is who it was; that is asked with each heartbeat too. */
function whileKnown(
  stillKnown: () => Promise<boolean>,
  tell: (event: ServiceEvent, send: Send) => Promise<void>
): Take {
  let queue: Promise<void> = Promise.resolve()
  return (event, send, end) => {
    queue = queue
      .then(async () => {
        if (!(await stillKnown())) return end()
        if (event) await tell(event, send)
      })
      .catch(() => end())
  }
}

async function visible(
  access: Access,
  { seq: _seq, ...body }: ServiceEvent
): Promise<ServiceEventBody | null> {
  return visibleEvent(access, body)
}

type Send = (event: ServiceEvent) => void

/** Is handed each event, and null with each heartbeat. */
type Take = (event: ServiceEvent | null, send: Send, end: () => void) => void

function eventStream(hub: EventHub, hello: ServiceEvent, take: Take): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false
        const send = (text: string) => {
          if (!ended) controller.enqueue(encoder.encode(text))
        }
        const sendEvent = (event: ServiceEvent | null) => {
          if (event === null) return
          if ((controller.desiredSize ?? 0) < -MAX_BEHIND) return end()
          send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        }
        const heartbeat = setInterval(() => {
          send(':\n\n')
          take(null, sendEvent, end)
        }, HEARTBEAT_MS)
        heartbeat.unref()
        const unsubscribe = hub.subscribe((event) => take(event, sendEvent, end))
        const forget = hub.onClose(() => end())
        stop = () => {
          ended = true
          clearInterval(heartbeat)
          unsubscribe()
          forget()
        }
        const end = () => {
          if (ended) return
          stop()
          controller.close()
        }
        sendEvent(hello)
      },
      cancel: () => stop()
    },
    new CountQueuingStrategy({ highWaterMark: 1 })
  )
}
