export type SaveResult =
  /** Nothing is left to save. */
  | 'done'
  /** More was typed meanwhile. */
  | 'again'
  | 'failed'
  /** A person must decide first. */
  | 'halt'

export interface SaveTiming {
  /** Milliseconds after the last key stroke. */
  readonly idle: number
  /** Milliseconds after the first unsaved key stroke, however long the typing goes on. */
  readonly most: number
  readonly firstRetry: number
  readonly lastRetry: number
}

/** The autosave's debounce. */
const defaultTiming: SaveTiming = { idle: 400, most: 2_000, firstRetry: 1_000, lastRetry: 30_000 }

/**
 * When to save: soon after typing stops, now and then while it goes on, one save at a time, backing off on
 * failures.
 */
export class SaveLoop {
  private timer: ReturnType<typeof setTimeout> | null = null
  private running: Promise<SaveResult> | null = null
  private firstTouch: number | null = null
  private failures = 0
  private stopped = false

  constructor(
    private readonly save: () => Promise<SaveResult>,
    private readonly timing: SaveTiming = defaultTiming
  ) {}

  get busy(): boolean {
    return this.running !== null
  }

  /** Resolves when the save that is under way is over. */
  async rest(): Promise<void> {
    await this.running
  }

  /** Something was typed. */
  touch(): void {
    if (this.running || this.failures > 0) return
    const now = Date.now()
    this.firstTouch ??= now
    this.schedule(Math.max(0, Math.min(this.timing.idle, this.firstTouch + this.timing.most - now)))
  }

  /** Saves until nothing is left, or something is in the way. */
  async flush(): Promise<void> {
    for (let result: SaveResult = 'again'; result === 'again' && !this.stopped;) {
      await this.running
      result = await this.run()
    }
  }

  stop(): void {
    this.stopped = true
    this.clear()
  }

  private run(): Promise<SaveResult> {
    this.clear()
    this.running ??= this.once().finally(() => (this.running = null))
    return this.running
  }

  private async once(): Promise<SaveResult> {
    this.firstTouch = null
    const result = await this.save()
    this.failures = result === 'failed' ? this.failures + 1 : 0
    if (result === 'again') this.schedule(this.timing.idle)
    if (result === 'failed') {
      this.schedule(Math.min(this.timing.lastRetry, this.timing.firstRetry * 2 ** (this.failures - 1)))
    }
    return result
  }

  private schedule(delay: number): void {
    this.clear()
    if (!this.stopped) this.timer = setTimeout(() => void this.run(), delay)
  }

  private clear(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }
}
