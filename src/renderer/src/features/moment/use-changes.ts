import { useEffect, useRef, useState } from 'react'
import { contentPath, isWithin, type ContentPath } from '../../../../common/content/paths'
import type { MomentChange, MomentRun } from '../../../../common/moment/answers'
import { api, reasonOf, sentenceOf, useServiceEvents } from '../../api'

/** Events come in crowds. Milliseconds. */
const SETTLE = 400

interface Found {
  readonly changes: readonly MomentChange[]
  /** What was brought back here before, newest first. */
  readonly runs: readonly MomentRun[]
}

type Changes =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & Found)
  | { readonly status: 'failed'; readonly forbidden: boolean; readonly message: string }

/**
 * What changed below a path since a moment, kept true by events.
 * @param still while true nothing is read again: a return that is under way makes many events
 */
export function useChanges(
  scope: ContentPath,
  moment: number,
  still: boolean
): { readonly changes: Changes; readonly reload: () => void } {
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ readonly of: string; readonly changes: Changes } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const of = `${scope} ${moment}`
  useEffect(() => {
    if (still) return
    const stopping = new AbortController()
    readAll(scope, moment, stopping.signal).then(
      // what was asked for before, and comes late, is not how it is now
      (found) => stopping.signal.aborted || setRead({ of, changes: { status: 'ready', ...found } }),
      (error: unknown) => {
        const reason = reasonOf(error)
        if (stopping.signal.aborted) return
        const changes = {
          status: 'failed',
          forbidden: reason === 'forbidden',
          message: sentenceOf(error)
        } as const
        setRead({ of, changes })
      }
    )
    return () => stopping.abort()
  }, [scope, moment, of, round, still])
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
    },
    []
  )
  const reload = () => setRound((before) => before + 1)
  useServiceEvents((event) => {
    const path = event.type === 'file' || event.type === 'folder' ? event.path : null
    const from =
      event.type === 'file' || event.type === 'folder' ? ('from' in event && event.from) || null : null
    const here = [path, from].some((place) => place !== null && isWithin(contentPath(place), scope))
    if (!here && event.type !== 'hello') return
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(reload, SETTLE)
  })
  return { changes: read?.of === of ? read.changes : { status: 'loading' }, reload }
}

async function readAll(scope: ContentPath, from: number, signal: AbortSignal): Promise<Found> {
  const [changes, runs] = await Promise.all([
    readChanges(scope, from, signal),
    api.momentRuns(scope, { signal })
  ])
  return { changes, runs }
}

/** @param token only what this token did (MC8) */
export async function readChanges(
  scope: ContentPath,
  from: number,
  signal: AbortSignal,
  token?: string
): Promise<MomentChange[]> {
  const changes: MomentChange[] = []
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await api.momentChanges(scope, {
      from,
      signal,
      ...(after !== undefined && { after }),
      ...(token !== undefined && { token })
    })
    changes.push(...page.changes)
    after = page.next
  }
  return changes
}
