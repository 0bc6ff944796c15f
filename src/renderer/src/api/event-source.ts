import type { EventSourceLike } from '../../../common/api/client/event-stream'

type Listener = Parameters<EventSourceLike['addEventListener']>[1]

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2]

/**
 * Server-sent events by `fetch`, since an `EventSource` sends no header of ours. It does not connect again by
 * itself: an end is told as an `error` with `readyState` closed, as an `EventSource` tells what it gave up.
 */
export function fetchEvents(
  url: string,
  send: (url: string, init: RequestInit) => Promise<Response>
): EventSourceLike {
  const listeners = new Map<string, Set<Listener>>()
  const ending = new AbortController()
  let state = CONNECTING

  const notify = (type: string, data?: string) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener({ data })
  }

  async function listen(): Promise<void> {
    const answer = await send(url, { headers: { Accept: 'text/event-stream' }, signal: ending.signal })
    if (!answer.ok || !answer.body) return
    state = OPEN
    notify('open')
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) notify(fieldOf(block, 'event') ?? 'message', fieldOf(block, 'data'))
    }
  }

  void listen()
    .catch(() => undefined)
    .finally(() => {
      if (ending.signal.aborted) return
      state = CLOSED
      notify('error')
    })

  return {
    get readyState() {
      return state
    },
    addEventListener(type, listener) {
      const known = listeners.get(type) ?? new Set()
      listeners.set(type, known.add(listener))
    },
    close() {
      state = CLOSED
      ending.abort()
    }
  }
}

/** The service writes one line a field. */
const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
