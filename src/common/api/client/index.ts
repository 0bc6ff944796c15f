import type { ServiceEvent } from '../events'
import { openCalls, type CallsOptions } from './calls'
import { configCalls } from './configs'
import { openEvents, type EventSourceLike } from './event-stream'
import { fileCalls } from './files'
import { linkCalls } from './links'
import { momentCalls } from './moments'
import { roomCalls } from './rooms'
import { searchCalls } from './search'
import { signInCalls } from './sign-in'
import { versionCalls } from './versions'
import { workspaceCalls } from './workspace'

export type { ConfigState, FileHead } from './states'

interface ClientOptions extends CallsOptions {
  /** Default: `new EventSource(url)`. */
  readonly eventSource?: (url: string) => EventSourceLike
}

export type Client = ReturnType<typeof createClient>

/**
 * The typed client of the authoring service, for windows, browsers and scripts; publishing, imports and the
 * sync have one each beside it. Every method rejects with a GalleyError whose reason is the service's own,
 * `unreachable` when no answer came, or `cancelled`.
 */
export function createClient(options: ClientOptions = {}) {
  const calls = openCalls(options)
  const { eventSource = (url: string): EventSourceLike => new EventSource(url) } = options
  return {
    ...fileCalls(calls),
    ...versionCalls(calls),
    ...configCalls(calls),
    ...linkCalls(calls),
    ...momentCalls(calls),
    ...workspaceCalls(calls),
    ...roomCalls(calls),
    ...searchCalls(calls),
    ...signInCalls(calls),
    /**
     * Live changes, until the returned function is called. Reconnects by itself. A `hello` means: events may
     * have been missed (the start, a lost connection, a new run of the service), so read again what is shown.
     * @param onState told `false` when the connection is lost and `true` when it is there (again)
     */
    events: (
      listener: (event: ServiceEvent) => void,
      onState: (connected: boolean) => void = () => {}
    ): (() => void) => openEvents(() => eventSource(calls.url('events', {})), listener, onState)
  }
}
