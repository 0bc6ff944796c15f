import type { ServiceEvent } from '../events'
import { eventOf } from './answers'

/** The part of `EventSource` that is used. */
export interface EventSourceLike {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

const CLOSED = 2
const RETRY_MS = 2000
/**
 * A stream that went on for so long may be opened again at once: it did not end for the reason for which it
 * was opened.
 */
const LASTING_MS = 2000
/** A type that is missing here is never heard; so the compiler asks for each. */
const types = Object.keys({
  hello: true,
  file: true,
  folder: true,
  version: true,
  trash: true,
  config: true,
  progress: true,
  published: true,
  presence: true,
  hold: true,
  rights: true,
  asked: true,
  workspace: true,
  sync: true,
  sessions: true,
  health: true
} satisfies Record<ServiceEvent['type'], true>)

/**
 * Listens until the returned function is called. An `EventSource` reconnects by itself except after an error
 * answer; then it is opened anew, at once if it went on for a while. A reconnection that missed nothing is
 * silent; else a `hello` comes through, also for a hole in `seq`.
 */
export function openEvents(
  open: () => EventSourceLike,
  listener: (event: ServiceEvent) => void,
  onState: (connected: boolean) => void
): () => void {
  let source: EventSourceLike | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let connected: boolean | undefined
  let run: string | null = null
  let seq = -1

  const notify = (now: boolean) => {
    if (connected !== now) onState((connected = now))
  }

  const receive = (data: unknown) => {
    const event = eventOf(data)
    if (event === null) return
    if (event.type === 'hello') {
      const missed = event.run !== run || event.seq !== seq
      run = event.run
      seq = event.seq
      if (missed) listener(event)
      return
    }
    if (event.seq <= seq) return
    const hole = event.seq !== seq + 1
    seq = event.seq
    if (hole && run !== null) listener({ type: 'hello', run, seq })
    listener(event)
  }

  const connect = () => {
    const opened = open()
    source = opened
    let since = Infinity
    opened.addEventListener('open', () => {
      since = Date.now()
      notify(true)
    })
    opened.addEventListener('error', () => {
      notify(false)
      if (opened.readyState !== CLOSED || source !== opened) return
      retry = setTimeout(connect, Date.now() - since > LASTING_MS ? 0 : RETRY_MS)
    })
    for (const type of types)
      opened.addEventListener(type, (event) => source === opened && receive(event.data))
  }

  connect()
  return () => {
    clearTimeout(retry)
    source?.close()
    source = null
  }
}
