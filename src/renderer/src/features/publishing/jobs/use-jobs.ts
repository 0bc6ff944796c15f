import { useCallback, useEffect, useRef, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { JobDetails, JobListed } from '../../../../../common/publishing/jobs'
import { onServiceEvent, sentenceOf } from '../../../api'
import { publishing } from '../../../api/publishing'
import type { JobKey } from './chosen-job'
import { shownTopics, type ShownTopic } from './job-words'

/** One job in the list. */
export interface ListedJob extends JobListed {
  readonly topic: ShownTopic
}

/** Something that is read again whenever the service tells of it. */
type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string }

/** The last jobs of a site, newest first, kept true by the event stream. */
export function useJobs(site: ContentPath): readonly [Loaded<readonly ListedJob[]>, () => void] {
  const load = useCallback(() => listJobs(site), [site])
  return useLoaded(load, site, null, someRuns)
}

/** A job with what became of each item; while it runs it is read again as it goes on. */
export function useJobDetails(site: ContentPath, job: JobKey): readonly [Loaded<JobDetails>, () => void] {
  const { topic, name } = job
  const load = useCallback(() => publishing.jobDetails(site, topic, name), [site, topic, name])
  return useLoaded(load, site, name, runs)
}

const SHOWN = 100
const runs = ({ state }: Pick<JobListed, 'state'>): boolean => state !== 'stopped'
const someRuns = (jobs: readonly ListedJob[]): boolean => jobs.some(runs)

async function listJobs(site: ContentPath): Promise<readonly ListedJob[]> {
  const lists = await Promise.all(
    shownTopics.map(async (topic) =>
      (await publishing.jobs(site, topic)).map((job): ListedJob => ({ ...job, topic }))
    )
  )
  return lists
    .flat()
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .slice(0, SHOWN)
}

/** Progress is told item by item; it is read again now and then. Milliseconds. */
const EVERY = 500

/**
 * @param name of the job whose progress matters; null: any of the site
 * @param goesOn whether more is to come: then it is read again also when nothing is told, as on a lost
 * connection
 */
function useLoaded<T>(
  load: () => Promise<T>,
  site: ContentPath,
  name: string | null,
  goesOn: (value: T) => boolean
): readonly [Loaded<T>, () => void] {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' })
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const read = () =>
      load().then(
        (value) => {
          if (ended) return
          setState({ kind: 'known', value })
          if (goesOn(value)) later()
        },
        (error: unknown) => {
          if (!ended) setState({ kind: 'failed', message: sentenceOf(error) })
        }
      )
    // what is told while the answer is on its way is read after it
    let reading: Promise<void> | null = null
    const later = () => {
      timer ??= setTimeout(() => {
        timer = null
        reading = (reading ?? Promise.resolve()).then(read)
      }, EVERY)
    }
    again.current = () => void read()
    reading = read()
    const stop = onServiceEvent((event) => {
      if (event.type === 'hello') return later()
      if (event.type !== 'progress' || event.path !== site) return
      if (name === null ? event.operation.startsWith('job-') : event.operation === name) later()
    })
    return () => {
      ended = true
      if (timer !== null) clearTimeout(timer)
      stop()
    }
  }, [load, site, name, goesOn])
  return [state, useCallback(() => again.current(), [])]
}
