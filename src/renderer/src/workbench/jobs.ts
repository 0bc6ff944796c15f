import { createStore, useStore } from '../state/store'

/** Long work that goes on in the background; the status bar shows it. */
interface Job {
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

const jobs = createStore<readonly Job[]>([])
let lastId = 0

export function startJob(job: Omit<Job, 'id' | 'done' | 'detail'>): {
  /** @param total when it has become known, or another one */
  progress: (done: number, detail?: string, total?: number) => void
  end: () => void
} {
  const id = ++lastId
  jobs.set([...jobs.now(), { ...job, id, done: 0 }])
  return {
    progress: (done, detail, total) =>
      jobs.set(
        jobs.now().map((other) =>
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
    end: () => jobs.set(jobs.now().filter((other) => other.id !== id))
  }
}

export function useJobs(): readonly Job[] {
  return useStore(jobs)
}
