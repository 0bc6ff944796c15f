import type { PatternSearch } from './pattern-run'
import PatternWorker from './pattern-run.worker?worker'
import type { PatternReply } from './pattern-run.worker'

/** So long the window may stand still for a search. Milliseconds. */
const MOST_MS = 400

let idle: Worker | null = null

/**
 * Whether a text can be searched for a pattern without holding up the window; tried on a thread of its own,
 * which is ended if not.
 */
export async function isQuick(search: PatternSearch): Promise<boolean> {
  const worker = idle ?? new PatternWorker()
  idle = null
  const stop = new AbortController()
  const { signal } = stop
  const quick = await new Promise<boolean>((resolve) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<PatternReply>) => {
        if (data === 'done') resolve(true)
        else setTimeout(() => resolve(false), MOST_MS)
      },
      { signal }
    )
    worker.addEventListener('error', () => resolve(false), { signal })
    worker.postMessage(search)
  })
  stop.abort()
  if (quick && !idle) idle = worker
  else worker.terminate()
  return quick
}
