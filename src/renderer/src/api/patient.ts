/** How often one request is sent in all. */
const TRIES = 4
/** Longer than that nobody waits without being told, in seconds. */
const LONGEST = 10

interface Patience {
  /** Ends the waiting too. */
  readonly signal?: AbortSignal | null | undefined
  /** Whether it only reads; default: it may change something. */
  readonly reads?: boolean
}

/**
 * Sends a request, and again when the service says that it was too much at once and when to come again (A11): then nothing of it
 * was done. Whether anything was done that what the service needs was too busy for, nobody knows, so of these only what reads is
 * sent again.
 * @param ask sends it, anew each time
 * @returns the last answer
 */
export async function patiently(
  ask: () => Promise<Response>,
  { signal, reads = false }: Patience = {}
): Promise<Response> {
  const until = performance.now() + LONGEST * 1000
  for (let tried = 1; ; tried++) {
    const answer = await ask()
    const wait = Number(answer.headers.get('Retry-After') ?? NaN)
    // who was busy may have taken long to say so
    const isBusy = reads && answer.status === 503 && performance.now() < until
    const mayAsk = answer.status === 429 || isBusy
    if (!mayAsk || tried === TRIES || !(wait <= LONGEST) || signal?.aborted) return answer
    await passed(wait * 1000, signal)
  }
}

function passed(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}
