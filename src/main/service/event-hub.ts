import { randomUUID } from 'node:crypto'
import type { ServiceEvent, ServiceEventBody } from '../../common/api/events'
import type { Store } from '../store/types'
import { etagOf } from './entity-tags'

/** Numbers what happens and hands it to every listener. */
export interface EventHub {
  /** Changes with every start of the service. */
  readonly run: string
  /** Number of the last event. */
  seq(): number
  publish(body: ServiceEventBody): void
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: ServiceEvent) => void): () => void
  /** Ends every subscription and tells the listeners of `onClose`. */
  close(): void
  /** Called once at close. @returns a function that forgets it */
  onClose(listener: () => void): () => void
}

export function openEventHub(store: Store): EventHub {
  const listeners = new Set<(event: ServiceEvent) => void>()
  const closing = new Set<() => void>()
  let seq = 0

  const publish = (body: ServiceEventBody) => {
    seq += 1
    const event = { ...withQuotedEtag(body), seq }
    for (const listener of [...listeners]) listener(event)
  }
  const stop = store.subscribe(publish)

  return {
    run: randomUUID(),
    seq: () => seq,
    publish,
    subscribe: (listener) => added(listeners, listener),
    onClose: (listener) => added(closing, listener),
    close: () => {
      stop()
      listeners.clear()
      for (const listener of [...closing]) listener()
      closing.clear()
    }
  }
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => set.delete(item)
}

/** The store names content by its hash; on the wire it is the ETag, as in every other answer. */
function withQuotedEtag(body: ServiceEventBody): ServiceEventBody {
  if (body.type !== 'file' || body.etag === undefined || body.etag.startsWith('"')) return body
  return { ...body, etag: etagOf(body.etag) }
}
