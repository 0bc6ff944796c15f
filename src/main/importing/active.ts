import type { ImportItem } from '../../common/importing/shapes'
import { openCounts, type Counts } from './counting'
import type { ImportJob } from './job'
import type { HeldWork } from '../store'
import type { JobFiles } from './job-files'

/**
 * An import that a process works on: what it knows, and writing it down in the order in which it happened.
 */
export class Active {
  readonly items: ImportItem[]
  readonly stop = new AbortController()
  /** What the stop is for. */
  reason: 'pause' | 'cancel' | 'close' | null = null
  readonly #counts: Counts
  #job: ImportJob
  readonly #files: JobFiles
  readonly #held: HeldWork<ImportJob>
  readonly #notify: (job: ImportJob, always: boolean) => void
  readonly #dirty = new Set<number>()
  #writing: Promise<void> = Promise.resolve()
  #scheduled = false
  #failure: { readonly error: unknown } | null = null

  constructor(
    job: ImportJob,
    items: ImportItem[],
    files: JobFiles,
    held: HeldWork<ImportJob>,
    notify: (job: ImportJob, always: boolean) => void
  ) {
    this.#job = job
    this.items = items
    this.#counts = openCounts(items)
    this.#files = files
    this.#held = held
    this.#notify = notify
  }

  /** As far as it is. */
  get job(): ImportJob {
    return {
      ...this.#job,
      items: this.items.length,
      counts: this.#counts.counts(),
      asked: this.#counts.asked()
    }
  }

  /** What kept results from being written down, once. */
  takeFailure(): { readonly error: unknown } | null {
    const failure = this.#failure
    this.#failure = null
    return failure
  }

  begin(total: number, done: number): void {
    this.#job = { ...this.#job, progress: { done, total } }
    this.#notify(this.#job, true)
  }

  set(item: ImportItem, counts = false): void {
    this.#counts.changed(this.items[item.number], item)
    this.items[item.number] = item
    this.#dirty.add(item.number)
    if (counts) {
      const { done, total } = this.#job.progress
      this.#job = { ...this.#job, progress: { done: done + 1, total } }
      this.#notify(this.#job, false)
    }
    this.#schedule()
  }

  /** Another state; told, and resolved, when it and everything before it is on the disk. */
  async change(facts: Partial<ImportJob>): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure.error
    // items before the record that counts them
    await this.#writeItems()
    this.#job = await this.#held.put({ ...this.job, ...facts })
    this.#notify(this.#job, true)
  }

  /** Soon, and together with what happens until then: many small results make few writes. */
  #schedule(): void {
    // what a check or a list told is asked anew after a crash
    if (this.#scheduled || this.#failure || !kept.has(this.#job.state)) return
    this.#scheduled = true
    this.#writing = this.#writing.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
      this.#scheduled = false
      await this.#writeItems()
    })
    this.#writing = this.#writing.catch((error: unknown) => {
      this.#failure ??= { error }
      this.stop.abort()
    })
  }

  async #writeItems(): Promise<void> {
    const numbers = [...this.#dirty]
    this.#dirty.clear()
    if (numbers.length === 0) return
    await this.#held.require()
    await this.#files.putItems(this.#job.name, this.items, numbers)
  }
}

const TOGETHER_MS = 40

const kept: ReadonlySet<string> = new Set(['running', 'validating'])
