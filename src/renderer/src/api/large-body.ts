import type { BodyAnswer, BodyAsk } from './large-body.worker'

/** Bytes from which a body is sent from a thread: below, a fetch costs less than a key is felt. */
const LARGE = 64 * 1024

/** A request that a thread may send; its bytes go there, and are gone here. */
interface LargeRequest extends RequestInit {
  readonly body: ArrayBuffer
}

export const isLarge = (init: RequestInit): init is LargeRequest =>
  typeof Worker !== 'undefined' && init.body instanceof ArrayBuffer && init.body.byteLength >= LARGE

/** What is under way, by its number. */
const waiting = new Map<number, (answer: BodyAnswer) => void>()
let thread: Promise<Worker> | null = null
let last = 0

/**
 * Sends a large body from a thread of its own: `fetch` copies it several times, which is felt while somebody
 * types on (E1).
 * @throws as `fetch` does: when there is no answer, and when its signal says so
 */
export async function sendLarge(url: string, init: LargeRequest): Promise<Response> {
  const { body, headers, method = 'GET', signal } = init
  const worker = await (thread ??= open())
  signal?.throwIfAborted()
  const id = ++last
  const stop = () => worker.postMessage({ id, stop: true } satisfies BodyAsk)
  signal?.addEventListener('abort', stop)
  try {
    const answer = await new Promise<BodyAnswer>((resolve) => {
      waiting.set(id, resolve)
      const whole = new URL(url, location.href).href
      const ask: BodyAsk = { id, url: whole, method, headers: [...new Headers(headers)], body }
      worker.postMessage(ask, [body])
    })
    if ('problem' in answer) throw signal?.aborted ? signal.reason : new TypeError(answer.problem)
    return new Response(answer.body, { status: answer.status, headers: answer.headers })
  } finally {
    waiting.delete(id)
    signal?.removeEventListener('abort', stop)
  }
}

async function open(): Promise<Worker> {
  const { default: BodyWorker } = await import('./large-body.worker?worker').catch((problem: unknown) => {
    thread = null
    throw problem
  })
  const worker = new BodyWorker()
  worker.onmessage = ({ data }: MessageEvent<BodyAnswer>) => waiting.get(data.id)?.(data)
  worker.onerror = ({ message }) => {
    thread = null
    for (const [id, tell] of waiting) tell({ id, problem: message || 'The thread that sends ended.' })
  }
  return worker
}
