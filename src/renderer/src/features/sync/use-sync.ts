import { useCallback, useEffect, useState } from 'react'
import type { SyncOverview } from '../../../../common/sync'
import { sentenceOf, useServiceEvents } from '../../api'
import { sync } from './client'

export interface SyncNow {
  /** Null while it is read. */
  readonly overview: SyncOverview | null
  readonly problem: string | null
  reload(): void
}

/** Remotes and pairs as they are, kept true by events. */
export function useSync(): SyncNow {
  const [overview, setOverview] = useState<SyncOverview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => {
    let isGone = false
    sync.overview().then(
      (found) => {
        if (isGone) return
        setOverview(found)
        setProblem(null)
      },
      (error: unknown) => {
        if (!isGone) setProblem(sentenceOf(error))
      }
    )
    return () => {
      isGone = true
    }
  }, [round])
  useServiceEvents((event) => {
    if (event.type === 'sync' || event.type === 'hello') reload()
  })
  return { overview, problem, reload }
}
