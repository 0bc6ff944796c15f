import { eventOf } from './answers'

type Ask = (url: string, init: RequestInit) => Promise<Response>

interface Shared {
  readonly headers: string
  readonly ending: AbortController
  /** Of the last `hello`, and the number of the last event. */
  run: string | null
  seq: number
}

type Tab = ReadableStreamDefaultController<Uint8Array>

/** Pieces that a tab may be behind: then it comes again, and reads anew what it shows. */
const MOST_BEHIND = 2000

/**
 * One event stream of a browser for all of its tabs. Each hears `hello` first, with the number of the last
 * event, and then what happens. When the stream ends, the streams of all tabs do.
 */
export function openSharedEvents(ask: Ask): { readonly answer: Ask } {
  const tabs = new Set<Tab>()
  const encoder = new TextEncoder()
  let shared: Promise<Shared | Response> | null = null

  async function openedFor(url: string, init: RequestInit): Promise<Shared | Response> {
    const headers = JSON.stringify([...new Headers(init.headers)])
    const known = await shared
    if (known && !(known instanceof Response)) {
      if (known.headers === headers && !known.ending.signal.aborted) return known
      cut(known)
    }
    shared ??= open(url, init, headers)
    return shared
  }

  async function open(url: string, init: RequestInit, headers: string): Promise<Shared | Response> {
    const made: Shared = { headers, ending: new AbortController(), run: null, seq: 0 }
    try {
      const answer = await ask(url, { ...init, signal: made.ending.signal })
      if (answer.ok && answer.body) {
        void listen(made, answer.body.getReader())
          .catch(() => undefined)
          .finally(() => cut(made))
        return made
      }
      shared = null
      return new Response(null, { status: answer.status })
    } catch (error) {
      shared = null
      throw error
    }
  }

  async function listen(made: Shared, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    made.ending.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const decoder = new TextDecoder()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) hear(made, block)
    }
  }

  function hear(made: Shared, block: string): void {
    const [, data] = /^data: (.*)$/m.exec(block) ?? []
    const event = data === undefined ? null : eventOf(data)
    if (event?.type === 'hello') made.run = event.run
    if (event) made.seq = event.seq
    for (const tab of [...tabs]) {
      if ((tab.desiredSize ?? 0) < -MOST_BEHIND) {
        tabs.delete(tab)
        tab.close()
      } else tab.enqueue(encoder.encode(`${block}\n\n`))
    }
  }

  function cut(made: Shared): void {
    if (made.ending.signal.aborted) return
    made.ending.abort()
    shared = null
    for (const tab of tabs) tab.close()
    tabs.clear()
  }

  return {
    async answer(url, init) {
      const found = await openedFor(url, init)
      if (found instanceof Response) return found.clone()
      if (found.ending.signal.aborted) return new Response(null, { status: 503 })
      let tab: Tab | null = null
      const leave = () => {
        if (tab) tabs.delete(tab)
        if (tabs.size === 0) cut(found)
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          tab = controller
          tabs.add(tab)
          const { run, seq } = found
          if (run !== null)
            tab.enqueue(
              encoder.encode(`event: hello\ndata: ${JSON.stringify({ type: 'hello', run, seq })}\n\n`)
            )
        },
        cancel: leave
      })
      init.signal?.addEventListener('abort', () => {
        if (tab && tabs.has(tab)) tab.close()
        leave()
      })
      return new Response(body)
    }
  }
}
