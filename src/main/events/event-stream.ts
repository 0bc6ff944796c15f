import type { ServiceEvent } from '../../common/api/events'
import type { EventHub } from './event-hub'
import type { WaysInChanges } from '../callers/ways-in'

const HEARTBEAT_MS = 15_000
/**
 * A reader this many events behind is cut off; it comes back, gets a `hello`, and reads again what it shows.
 */
const MAX_BEHIND = 1000
const CLOSING = 'event: closing\ndata: {"type":"closing"}\n\n'

type Send = (event: ServiceEvent) => void

/** Is handed each event, and null with each heartbeat, and when its caller may not be known any more. */
type Take = (event: ServiceEvent | null, send: Send, end: () => void) => void

/**
 * Events as server-sent events, `hello` first.
 * @param waysIn tells when to ask whether the caller is still known; null for one that is always
 * @param left called once, when it has ended
 */
export function eventStream(
  hub: EventHub,
  hello: ServiceEvent,
  take: Take,
  waysIn: WaysInChanges | null,
  left: () => void
): ReadableStream<Uint8Array> {
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
        const forget = hub.onClose(() => {
          // a word at the end: it comes back elsewhere, or later, and knows that nothing broke
          send(CLOSING)
          end()
        })
        const unlisten = waysIn?.listen(() => take(null, sendEvent, end))
        stop = () => {
          if (ended) return
          ended = true
          clearInterval(heartbeat)
          unsubscribe()
          forget()
          unlisten?.()
          left()
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

/** For the app's own windows: nothing ends them but themselves. */
export const withoutAsking: Take = (event, send) => event && send(event)

/**
 * One event after another, for as long as the caller is who it was; that is asked with each heartbeat too. It
 * is asked once for all events that wait: each of them happened before.
 */
export function whileKnown(
  stillKnown: () => Promise<boolean>,
  notify: (event: ServiceEvent, send: Send) => Promise<void>
): Take {
  let waiting: (ServiceEvent | null)[] = []
  let isNotifying = false

  async function notifyAll(send: Send, end: () => void): Promise<void> {
    isNotifying = true
    while (waiting.length > 0) {
      const events = waiting
      waiting = []
      if (!(await stillKnown())) return end()
      for (const event of events) if (event) await notify(event, send)
    }
    isNotifying = false
  }

  return (event, send, end) => {
    if (waiting.length >= MAX_BEHIND) return end()
    waiting.push(event)
    if (!isNotifying) notifyAll(send, end).catch(() => end())
  }
}
