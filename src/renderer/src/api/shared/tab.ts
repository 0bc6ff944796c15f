import type { FromTab, ToTab } from './messages'

/** What was asked, and is not over. */
interface Asked {
  readonly resolve: (answer: Response) => void
  readonly reject: (error: Error) => void
  body: ReadableStreamDefaultController<Uint8Array> | null
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Asks through what all tabs of this browser share, so that they take two connections to the service together
 * and not two each: a browser opens six. Null where it has no such workers.
 */
export function openShared(): Fetch | null {
  if (typeof SharedWorker === 'undefined') return null
  const { port } = new SharedWorker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'galley-lines'
  })
  const asked = new Map<number, Asked>()
  let last = 0
  const say = (said: FromTab) => port.postMessage(said)

  function answered(said: ToTab): void {
    const { id } = said
    const one = asked.get(id)
    if (!one) return
    if (said.say === 'answer') {
      if (!said.hasBody) asked.delete(id)
      one.resolve(new Response(said.hasBody ? bodyOf(id, one) : null, { status: said.status }))
    } else if (said.say === 'piece') one.body?.enqueue(said.bytes)
    else over(id, new TypeError('The service could not be reached.'))
  }

  function bodyOf(id: number, one: Asked): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => void (one.body = controller),
      pull: () => say({ say: 'more', id }),
      cancel() {
        asked.delete(id)
        say({ say: 'stop', id })
      }
    })
  }

  function over(id: number, error: Error): void {
    const one = asked.get(id)
    asked.delete(id)
    if (one?.body) one.body.close()
    else one?.reject(error)
  }

  port.addEventListener('message', ({ data }: MessageEvent<ToTab>) => answered(data))
  port.start()
  // also where the browser keeps the page, to show it again
  addEventListener('pagehide', () => {
    say({ say: 'bye' })
    for (const id of [...asked.keys()]) over(id, new TypeError('The page was left.'))
  })

  return async (url, init) => {
    const id = (last += 1)
    const { signal } = init
    const body = init.body ? new Uint8Array(await new Response(init.body).arrayBuffer()) : null
    const headers = [...new Headers(init.headers)]
    return new Promise<Response>((resolve, reject) => {
      asked.set(id, { resolve, reject, body: null })
      signal?.addEventListener('abort', () => {
        if (!asked.has(id)) return
        say({ say: 'stop', id })
        over(id, new DOMException('It was stopped.', 'AbortError'))
      })
      say({
        say: 'ask',
        id,
        url: new URL(url, location.href).href,
        method: init.method ?? 'GET',
        headers,
        body
      })
    })
  }
}
