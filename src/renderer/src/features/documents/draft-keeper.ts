import type { Draft, DraftStore } from './drafts'

/** Within this many milliseconds after a key stroke the draft is being written. */
export const DRAFT_DELAY = 80

/** Keeps one document's draft in step with what is typed: one write at a time, the newest text wins. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null
  private queue: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: DraftStore,
    private readonly session: string,
    /** What the draft must hold now; null when nothing is unsaved. */
    private readonly current: () => Draft | null
  ) {}

  touch(): void {
    this.timer ??= setTimeout(() => void this.write(), DRAFT_DELAY)
  }

  /** Writes, or removes, the draft now. Resolves when that is on disk. A failing disk is told by the save itself. */
  write(): Promise<void> {
    this.stop()
    this.queue = this.queue.then(async () => {
      const draft = this.current()
      await (draft ? this.store.put(draft) : this.store.remove(this.session))
    })
    this.queue = this.queue.catch((problem: unknown) => console.warn('The draft could not be kept.', problem))
    return this.queue
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }
}
