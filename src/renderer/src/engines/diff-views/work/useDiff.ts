import { useEffect, useState } from 'react'
import { reasonOf, sentenceOf } from '../../../api'
import type { WorkAnswer, WorkJob } from './jobs'
import { runDiff } from './run-diff'

type DiffState<J extends WorkJob> =
  | { readonly kind: 'working' }
  | { readonly kind: 'failed'; readonly message: string; readonly tooLong: boolean }
  | { readonly kind: 'done'; readonly job: J; readonly result: WorkAnswer<J> }

const working = { kind: 'working' } as const

/**
 * The answer to a job, which must be the same object as long as it is the same; ended when it is wanted no
 * more.
 */
export function useDiff<J extends WorkJob>(job: J): DiffState<J> {
  const [state, setState] = useState<{ readonly job: J; readonly state: DiffState<J> } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    runDiff(job, { signal: stop.signal }).then(
      (result) => !stop.signal.aborted && setState({ job, state: { kind: 'done', job, result } }),
      (problem: unknown) => {
        if (stop.signal.aborted) return
        const failed = {
          kind: 'failed',
          message: sentenceOf(problem),
          tooLong: reasonOf(problem) === 'cancelled'
        } as const
        setState({ job, state: failed })
      }
    )
    return () => stop.abort()
  }, [job])
  // what was found for a former text is shown until the new one is compared
  if (state && (state.job === job || state.state.kind === 'done')) return state.state
  return working
}
