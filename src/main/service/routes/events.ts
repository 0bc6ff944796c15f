import type { ServiceEvent } from '../../../common/api/events'
import type { Methods, ServiceContext } from '../context'
import type { EventHub } from '../event-hub'

const HEARTBEAT_MS = 15_000
/** A reader this many events behind is cut off; it comes back, gets a `hello`, and reads again what it shows. */
const MAX_BEHIND = 1000

/** `GET /events`: everything that happens, as server-sent events; `hello` first. */
export function eventRoutes({ events }: ServiceContext): Methods {
  return {
    GET: () =>
      new Response(eventStream(events), {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff'
        }
      })
  }
}

function eventStream(hub: EventHub): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text))
        const sendEvent = (event: ServiceEvent) => {
          if ((controller.desiredSize ?? 0) < -MAX_BEHIND) return end()
          send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        }
        const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS)
        heartbeat.unref()
        const unsubscribe = hub.subscribe(sendEvent)
        const forget = hub.onClose(() => end())
        stop = () => {
          clearInterval(heartbeat)
          unsubscribe()
          forget()
        }
        const end = () => {
          stop()
          controller.close()
        }
        sendEvent({ type: 'hello', run: hub.run, seq: hub.seq() })
      },
      cancel: () => stop()
    },
    new CountQueuingStrategy({ highWaterMark: 1 })
  )
}
