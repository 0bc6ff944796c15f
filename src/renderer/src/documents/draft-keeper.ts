import type { DraftInParts, DraftSafety, DraftStore } from './drafts'

/** Within this many milliseconds after a key stroke the draft is being written. */
export const DRAFT_DELAY = 80

/**
 * A large draft takes long to write, and a key that comes just then waits for it: typing has this many times
 * as long for itself, as far as words are not unsafe for longer than `SAFE_DELAY`, and twice as long in any
 * case.
 */
const SHARE = 20
const LEAST_SHARE = 2
const SAFE_DELAY = 300
const LONGEST_DELAY = 2_000

/** After a draft that nothing took: with the space on the disk it comes back by itself. */
const AGAIN_DELAY = 1_500

/** Where the unsaved words are; null: nothing is unsaved. `window`: nowhere but here. */
export type WordsKept = DraftSafety | 'window' | null

/** Which of two is less safe. */
export const worst = (a: WordsKept, b: WordsKept): WordsKept => (rank(a) >= rank(b) ? a : b)

const rank = (kept: WordsKept) => [null, 'disk', 'while-running', 'window'].indexOf(kept)

/** Keeps one document's draft in step with what is typed: one write at a time, the newest text wins. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null
  private idle: number | null = null
  private queue: Promise<void> = Promise.resolve()
  private waiting: Promise<void> | null = null
  private delay = DRAFT_DELAY
  private state: WordsKept = null

  constructor(
    private readonly store: DraftStore,
    private readonly session: string,
    /** What the draft must hold now; null when nothing is unsaved. */
    private readonly current: () => DraftInParts | null,
    /** Told when the words are kept elsewhere, or not any more. */
    private readonly onKept: () => void = () => undefined
  ) {}

  /** Where the words of the last write are. */
  get kept(): WordsKept {
    return this.state
  }

  touch(): void {
    this.timer ??= setTimeout(() => this.soon(), this.delay)
  }

  /** Between two key strokes rather than while one is being shown, but not much later. */
  private soon(): void {
    this.timer = null
    if (typeof requestIdleCallback === 'undefined') return void this.write()
    this.idle ??= requestIdleCallback(() => void this.write(), { timeout: DRAFT_DELAY })
  }

  /** Writes, or removes, the draft now. Resolves when that is done, or failed: `kept` tells. */
  write(): Promise<void> {
    this.stop()
    // What waits for its turn will take the newest text: never more than one waits.
    this.waiting ??= this.queue = this.queue.then(() => this.writeNow())
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
    try {
      this.become(
        draft ? await this.store.put(draft) : await this.store.remove(this.session).then(() => null)
      )
      this.delay = delayAfter(performance.now() - began)
    } catch (problem) {
      console.warn('The draft could not be kept.', problem)
      this.become(draft ? 'window' : null)
    }
    if (this.state === 'window' || this.state === 'while-running')
      this.timer ??= setTimeout(() => this.soon(), AGAIN_DELAY)
  }

  private become(state: WordsKept): void {
    if (state === this.state) return
    this.state = state
    this.onKept()
  }
}

/** @param took how long the last write took, in milliseconds */
function delayAfter(took: number): number {
  const wanted = Math.min(took * SHARE, Math.max(SAFE_DELAY, took * LEAST_SHARE))
  return Math.min(LONGEST_DELAY, Math.max(DRAFT_DELAY, wanted))
}
