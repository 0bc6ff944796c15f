import { expressionOf, matchesIn, type Match, type Wanted } from './search'

/** What is asked of the worker. */
export interface PatternAsk {
  readonly wanted: Wanted
  readonly texts: readonly string[]
}

/** Told before the work begins, so that only the work itself is timed; null for a pattern that is none. */
export type PatternReply = { readonly begun: true } | { readonly found: readonly Match[] | null }

/** So long a pattern is looked for. Milliseconds. */
const MOST_MS = 1_000

/** Looks for a pattern. @returns null for a pattern that is none */
export function searched({ wanted, texts }: PatternAsk): readonly Match[] | null {
  const expression = expressionOf(wanted)
  return expression && matchesIn(expression, texts)
}

let idle: Worker | null = null

/**
 * Looks for a pattern on a thread of its own, which is ended when it takes too long: some patterns would hold
 * the window up for hours.
 * @returns `broken` for a pattern that is none, `slow` for one that takes too long
 */
export async function searchPattern(ask: PatternAsk): Promise<readonly Match[] | 'broken' | 'slow'> {
  const { default: PatternWorker } = await import('./pattern.worker?worker')
  const worker = idle ?? new PatternWorker()
  idle = null
  const stop = new AbortController()
  const { signal } = stop
  const found = await new Promise<readonly Match[] | 'broken' | 'slow'>((resolve) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<PatternReply>) => {
        if ('begun' in data) setTimeout(() => resolve('slow'), MOST_MS)
        else resolve(data.found ?? 'broken')
      },
      { signal }
    )
    worker.addEventListener('error', () => resolve('slow'), { signal })
    worker.postMessage(ask)
  })
  stop.abort()
  if (found !== 'slow' && !idle) idle = worker
  else worker.terminate()
  return found
}
