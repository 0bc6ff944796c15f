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

/** Tells how far it is. @param total when it has become known, or another one */
type Progress = (done: number, detail?: string, total?: number) => void

const jobs = createStore<readonly Job[]>([])
let lastId = 0

export function startJob(job: Omit<Job, 'id' | 'done' | 'detail'>): {
  progress: Progress
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

/**
 * Work of this window that the status bar shows while it goes on.
 * @param work its signal is aborted when the person stops it there
 */
export async function asJob<T>(
  job: Pick<Job, 'title' | 'total' | 'unit'>,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>
): Promise<T> {
  const stopping = new AbortController()
  const { progress, end } = startJob({ ...job, cancel: () => stopping.abort() })
  try {
    return await work(progress, stopping.signal)
  } finally {
    end()
  }
}

export function useJobs(): readonly Job[] {
  return useStore(jobs)
}
