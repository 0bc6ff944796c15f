import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { ServiceEventBody } from '../../../../src/common/api/events'
import { MemoryLocks } from '../documents/memory'
import { openWorkspace } from '../../../contract/in-process'

/** The streams that the window has open: it may keep one from one test to the next. */
const sources = new Set<StoreEvents>()
let seq = 0

/** What an `EventSource` of the window hears. */
class StoreEvents extends EventTarget {
  readonly readyState = 1
  constructor() {
    super()
    sources.add(this)
    queueMicrotask(() => this.greet())
  }
  greet(): void {
    this.notify('hello', { type: 'hello', run: 'test', seq })
  }
  send(event: ServiceEventBody): void {
    this.notify(event.type, { ...event, seq })
  }
  close(): void {
    sources.delete(this)
  }
  private notify(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
}

export interface ServedWindow {
  close(): Promise<void>
}

/** Gives the window of the test a real service: requests go to it in process, its events come back. */
export async function serveWindow(): Promise<ServedWindow> {
  // jsdom brings its own; files and streams know Node's only.
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
  const { service, store, close } = await openWorkspace()
  const stop = store.subscribe((event) => {
    seq += 1
    sources.forEach((source) => source.send(event))
  })
  vi.stubGlobal('EventSource', StoreEvents)
  vi.stubGlobal('indexedDB', new IDBFactory())
  Object.defineProperty(navigator, 'locks', { value: new MemoryLocks(), configurable: true })
  // A list draws only what fits: without a layout it would draw nothing.
  Object.defineProperty(Element.prototype, 'clientHeight', { value: 600, configurable: true })
  Object.defineProperty(Element.prototype, 'clientWidth', { value: 300, configurable: true })
  vi.stubGlobal('fetch', (url: string, { signal: _, ...init }: RequestInit) =>
    service.fetch(new Request(`galley://app${url}`, init), 'owner')
  )
  // a stream that the test before left open hears this service from now on, as after a lost connection
  sources.forEach((source) => source.greet())
  return {
    close: async () => {
      stop()
      vi.unstubAllGlobals()
      await close()
    }
  }
}
