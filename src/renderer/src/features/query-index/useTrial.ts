import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { IndexTrial } from '../../../../common/query-index/answers'
import { sentenceOf, useServiceEvents } from '../../api'
import { publishing } from '../../api/publishing'

/** The rows that a text makes; `stale` while newer ones are on their way. */
interface TrialState {
  readonly trial: IndexTrial | null
  readonly problem: string | null
  readonly stale: boolean
}

const DELAY = 350

/**
 * Tries a definition on the pages that are live whenever typing pauses, and again when something is
 * published.
 */
export function useTrial(site: ContentPath, text: string | null, limit: number): TrialState {
  const [look, setLook] = useState(0)
  const key = `${look} ${limit} ${text ?? ''}`
  const [known, setKnown] = useState<{
    key: string
    trial: IndexTrial | null
    problem: string | null
  } | null>(null)
  useServiceEvents((event) => {
    if (
      event.type === 'hello' ||
      (event.type === 'published' && event.environment === 'live' && event.path.startsWith(`${site}/`))
    )
      setLook((count) => count + 1)
  })
  useEffect(() => {
    if (text === null) return
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        void publishing.tryIndex(site, text, { limit, signal: stop.signal }).then(
          (trial) => setKnown({ key, trial, problem: null }),
          (error: unknown) => {
            if (!stop.signal.aborted)
              setKnown((before) => ({ key, trial: before?.trial ?? null, problem: sentenceOf(error) }))
          }
        ),
      DELAY
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [site, text, limit, key])
  return {
    trial: known?.trial ?? null,
    problem: known?.problem ?? null,
    stale: known?.key !== key
  }
}
