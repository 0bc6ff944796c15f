import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { ServiceEventBody } from '../../../../src/common/api/events'
import { MemoryLocks } from '../documents/memory'
import { openWorkspace } from '../../../contract/in-process'
import { person, setPermissions } from '../../../contract/people'

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
  /** From now on the window is of this person, by these rows of the organization's permissions. */
  becomes(email: string, org: string, rows: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Gives the window of the test a real service: requests go to it in process, its events come back. */
export async function serveWindow(): Promise<ServedWindow> {
  // jsdom brings its own; files and streams know Node's only.
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
  const workspace = await openWorkspace()
  const { service, store, close } = workspace
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
    async becomes(email, org, rows) {
      await setPermissions(workspace, org, rows)
      const { token } = await person(workspace, email)
      vi.stubGlobal('fetch', (url: string, { signal: _, ...init }: RequestInit) => {
        const headers = new Headers(init.headers)
        headers.set('Authorization', `Bearer ${token}`)
        return service.fetch(new Request(`http://127.0.0.1${url}`, { ...init, headers }), 'anyone')
      })
    },
    close: async () => {
      stop()
      vi.unstubAllGlobals()
      await close()
    }
  }
}
