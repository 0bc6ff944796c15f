/** How often one request is sent in all. */
const TRIES = 4
/** Longer than that nobody waits without being told, in seconds. */
const LONGEST = 10

/**
 * Sends a request, and again when the service says that it was too much at once and when to come again (A11):
 * then nothing of it was done.
 * @param ask sends it, anew each time
 * @param signal ends the waiting too
 * @returns the last answer
 */
export async function patiently(
  ask: () => Promise<Response>,
  signal?: AbortSignal | null
): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const answer = await ask()
    const wait = Number(answer.headers.get('Retry-After') ?? NaN)
    if (answer.status !== 429 || tried === TRIES || !(wait <= LONGEST) || signal?.aborted) return answer
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
