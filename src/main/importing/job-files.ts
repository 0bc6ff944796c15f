import { GalleyError } from '../../common/errors'
import type { ImportItem } from '../../common/importing/shapes'
import { openWorks, type HeldWork } from '../store'
import type { Store } from '../store/types'
import { chunkRecords, jobRecords, type ImportJob } from './job'

/**
 * Imports on the disk: a record each, and their items in chunks, so that nothing large is written again for a
 * small change.
 */
export interface JobFiles {
  jobs(): Promise<ImportJob[]>
  job(name: string): Promise<ImportJob | null>
  putJob(job: ImportJob): Promise<void>
  /** Takes the work of an import; null while somebody is at it. */
  hold(name: string): Promise<HeldWork<ImportJob> | null>
  /** Whether somebody is at it, here or in another process. */
  isHeld(name: string): Promise<boolean>
  /** Asks who is at it to stop. @returns false when nobody is */
  stop(name: string): Promise<boolean>
  items(job: ImportJob): Promise<ImportItem[]>
  /** Writes the chunks that hold these numbers. */
  putItems(job: string, items: readonly ImportItem[], numbers: Iterable<number>): Promise<void>
  remove(job: ImportJob): Promise<void>
}

const CHUNK = 100

export function jobFiles(store: Store): JobFiles {
  const { records: jobs, hold, isHeld, stop } = openWorks(store, jobRecords)
  const chunks = store.records(chunkRecords.kind, chunkRecords.parse)
  const key = (name: string, chunk: number) => `${name}.${String(chunk).padStart(5, '0')}`
  const count = ({ items }: ImportJob) => Math.ceil(items / CHUNK)

  return {
    jobs: async () => (await jobs.list()).records.map(({ value }) => value),
    job: (name) => jobs.get(name),
    putJob: (job) => jobs.put(job.name, job),
    hold,
    isHeld,
    stop,
    async items(job) {
      const found = await Promise.all(
        Array.from({ length: count(job) }, (_, chunk) => chunks.get(key(job.name, chunk)))
      )
      const items = found.flatMap((chunk) => chunk?.items ?? []).slice(0, job.items)
      // a piece that is lost would give every later item another's place
      if (items.length === job.items && items.every(({ number }, index) => number === index)) return items
      throw new GalleyError(
        'damaged',
        'The list of this import is damaged. Begin it anew; what it imported stays.'
      )
    },
    async putItems(name, items, numbers) {
      const dirty = new Set([...numbers].map((number) => Math.floor(number / CHUNK)))
      for (const chunk of dirty)
        await chunks.put(key(name, chunk), { items: items.slice(chunk * CHUNK, (chunk + 1) * CHUNK) })
    },
    async remove(job) {
      await jobs.remove(job.name)
      for (let chunk = 0; chunk < count(job); chunk++) await chunks.remove(key(job.name, chunk))
    }
  }
}
