import type { Draft, DraftStore } from './drafts'

/** Within this many milliseconds after a key stroke the draft is being written. */
export const DRAFT_DELAY = 80

/**
 * A large draft takes long to write, and a key that comes just then waits for it: typing has this many times as long for itself, as far
 * as words are not unsafe for longer than `SAFE_DELAY`, and twice as long in any case.
 */
const SHARE = 20
const LEAST_SHARE = 2
const SAFE_DELAY = 300
const LONGEST_DELAY = 2_000

/** Keeps one document's draft in step with what is typed: one write at a time, the newest text wins. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null
  private idle: number | null = null
  private queue: Promise<void> = Promise.resolve()
  private waiting: Promise<void> | null = null
  private delay = DRAFT_DELAY

  constructor(
    private readonly store: DraftStore,
    private readonly session: string,
    /** What the draft must hold now; null when nothing is unsaved. */
    private readonly current: () => Draft | null
  ) {}

  touch(): void {
    this.timer ??= setTimeout(() => this.soon(), this.delay)
  }

  /** Between two key strokes rather than while one is being shown, but not much later. */
  private soon(): void {
    this.timer = null
    if (typeof requestIdleCallback === 'undefined') return void this.write()
    this.idle ??= requestIdleCallback(() => void this.write(), { timeout: DRAFT_DELAY })
  }

  /** Writes, or removes, the draft now. Resolves when that is on disk. A failing disk is told by the save itself. */
  write(): Promise<void> {
    this.stop()
    // What waits for its turn will take the newest text: never more than one waits.
    this.waiting ??= this.queue = this.queue
      .then(() => this.writeNow())
      .catch((problem: unknown) => console.warn('The draft could not be kept.', problem))
    return this.waiting
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer)
    if (this.idle !== null) cancelIdleCallback(this.idle)
    this.timer = null
    this.idle = null
  }

  private async writeNow(): Promise<void> {
    this.waiting = null
    const began = performance.now()
    const draft = this.current()
    await (draft ? this.store.put(draft) : this.store.remove(this.session))
    const took = performance.now() - began
    this.delay = delayAfter(took)
  }
}

/** @param took how long the last write took, in milliseconds */
function delayAfter(took: number): number {
  const wanted = Math.min(took * SHARE, Math.max(SAFE_DELAY, took * LEAST_SHARE))
  return Math.min(LONGEST_DELAY, Math.max(DRAFT_DELAY, wanted))
}
