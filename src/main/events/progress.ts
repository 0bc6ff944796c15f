import type { ServiceEventBody } from '../../common/api/events'
import { dueEvery } from '../../common/due'
import type { EventHub } from './event-hub'

type Work = Pick<Extract<ServiceEventBody, { type: 'progress' }>, 'operation' | 'path' | 'by'>

const PROGRESS_MS = 100

/**
 * Tells how far a work is, a few times a second and at the end; and at once what is to be told `always`, as
 * another state of it.
 */
export function progressTo({ tell }: Pick<EventHub, 'tell'>, told: Work) {
  const isDue = dueEvery(PROGRESS_MS)
  return (done: number, total: number, always = false) => {
    if (!isDue() && !always && done < total) return
    void tell({ type: 'progress', ...told, done, total })
  }
}

/** Names for jobs by when they are made, none twice: `job-2026-11-21t15-02-11-813z`. */
export function jobNames(prefix: string): (now: number) => string {
  const names = new Set<string>()
  return (now) => {
    for (let at = now; ; at++) {
      const name = `${prefix}-${new Date(at).toISOString().toLowerCase().replace(/[:.]/g, '-')}`
      if (names.has(name)) continue
      if (names.size > 10_000) names.clear()
      names.add(name)
      return name
    }
  }
}
