import { randomUUID } from 'node:crypto'
import type { ServiceEvent, ServiceEventBody } from '../../common/api/events'
import { contentPath, isWithin } from '../../common/content/paths'
import type { Store } from '../store/types'
import { configPathOf, configsRoot } from '../configs/config-file'
import { etagOf } from '../http/entity-tags'

/** Numbers what happens and hands it to every listener. */
export interface EventHub {
  /** Changes with every start of the service. */
  readonly run: string
  /** Number of the last event. */
  seq(): number
  publish(body: ServiceEventBody): void
  /**
   * The same, and those hear of it who listen at other processes that serve the workspace. Resolves when
   * whoever asks one of these finds that it has heard.
   */
  tell(body: ServiceEventBody): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: ServiceEvent) => void): () => void
  /** Ends every subscription and tells the listeners of `onClose`. */
  close(): void
  /** Called once at close, and soon where that has been. @returns a function that forgets it */
  onClose(listener: () => void): () => void
}

export function openEventHub(store: Store): EventHub {
  const listeners = new Set<(event: ServiceEvent) => void>()
  const closing = new Set<() => void>()
  let seq = 0
  let isClosed = false

  const publish = (body: ServiceEventBody) => {
    seq += 1
    const event = { ...withQuotedEtag(body), seq }
    for (const listener of [...listeners]) listener(event)
  }
  const stop = store.subscribe((body) => {
    const told = asTold(body)
    if (told) publish(told)
  })

  return {
    run: randomUUID(),
    seq: () => seq,
    publish,
    tell(body) {
      publish(body)
      return store.tell(body)
    },
    subscribe: (listener) => added(listeners, listener),
    onClose(listener) {
      if (isClosed) queueMicrotask(listener)
      return added(closing, listener)
    },
    close: () => {
      isClosed = true
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

/** What concerns the files that hold configs is told as a change of the config, once. */
function asTold(body: ServiceEventBody): ServiceEventBody | null {
  const path = 'path' in body ? body.path : 'site' in body ? body.site : null
  if (path === null || !isWithin(contentPath(path), configsRoot)) return body
  if (body.type !== 'file') return null
  const config = configPathOf(contentPath(path))
  return config && { type: 'config', path: config, by: body.by }
}

/** The store names content by its hash; on the wire it is the ETag, as in every other answer. */
function withQuotedEtag(body: ServiceEventBody): ServiceEventBody {
  if (body.type !== 'file' || body.etag === undefined || body.etag.startsWith('"')) return body
  return { ...body, etag: etagOf(body.etag) }
}
