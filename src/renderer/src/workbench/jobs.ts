import { useSyncExternalStore } from 'react'

/** Long work that goes on in the background; the status bar shows it. */
export interface Job {
  readonly id: number
  readonly title: string
  readonly done: number
  readonly total: number
  /** What is counted: `files`, `bytes`. */
  readonly unit: string
  /** How far it is, in words; without it, the numbers. */
  readonly detail?: string
  /** Without it, it cannot be stopped here. */
  readonly cancel?: () => void
  /** Shows more about it. */
  readonly open?: () => void
}

let jobs: readonly Job[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function startJob(job: Omit<Job, 'id' | 'done' | 'detail'>): {
  /** @param total when it has become known, or another one */
  progress: (done: number, detail?: string, total?: number) => void
  end: () => void
} {
  const id = ++lastId
  set([...jobs, { ...job, id, done: 0 }])
  return {
    progress: (done, detail, total) =>
      set(
        jobs.map((other) =>
          other.id === id
            ? {
                ...other,
                done,
                ...(detail === undefined ? {} : { detail }),
                ...(total === undefined ? {} : { total })
              }
            : other
        )
      ),
    end: () => set(jobs.filter((other) => other.id !== id))
  }
}

export function useJobs(): readonly Job[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => jobs
  )
}

function set(next: readonly Job[]): void {
  jobs = next
  listeners.forEach((tell) => tell())
}
