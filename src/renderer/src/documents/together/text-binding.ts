import { carried } from '../../../../common/rooms/source/carried'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { TextBuffer } from '../text-buffer'

/**
 * Milliseconds after the last key until a source is read: longer where that takes long, so that whoever goes
 * on typing does not wait for it.
 */
const PAUSE = 150
const LONGEST_PAUSE = 1_500
const SHARE = 4

interface Parts {
  readonly shared: Shared
  readonly buffer: TextBuffer
  /** What the text in the buffer came from. */
  readonly base: string
  /** The text was changed by what others wrote. */
  readonly followed: () => void
}

/** An editor that knows only whole texts, and what is shared of the same document (RT7). */
export class TextBinding {
  private base: string
  /** Something may be typed that is not shared. */
  private isTyped = true
  private delay = PAUSE
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
    this.base = parts.base
    parts.shared.changed = () => this.follow()
    parts.shared.typed = this
    this.follow()
    this.pass()
  }

  /** What the text in the buffer came from. */
  get from(): string {
    return this.base
  }

  /** Whether something is typed that is not shared. */
  get isBehind(): boolean {
    return this.isTyped
  }

  edited(): void {
    this.isTyped = true
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.pass(), this.delay)
  }

  /** Shares what is typed. @returns false where it is no page */
  pass(): boolean {
    clearTimeout(this.timer)
    const { shared, buffer } = this.parts
    if (!this.isTyped) return true
    const began = performance.now()
    const mine = buffer.read()
    this.isTyped = false
    if (mine === this.base) return true
    // what is heard of it meanwhile is one's own
    shared.changed = null
    const isDone = shared.carry(this.base, mine)
    shared.changed = () => this.follow()
    this.delay = Math.min(LONGEST_PAUSE, Math.max(PAUSE, SHARE * (performance.now() - began)))
    this.isTyped = !isDone
    if (!isDone) return false
    this.base = shared.source()
    if (this.base !== mine) this.show(this.base)
    return true
  }

  giveBack(): void {
    clearTimeout(this.timer)
    this.isTyped = false
    this.show(this.base)
  }

  end(): void {
    clearTimeout(this.timer)
    this.parts.shared.changed = null
    this.parts.shared.typed = null
  }

  /** Takes in what others wrote; what is typed and not shared yet stays. */
  private follow(): void {
    const { shared, buffer } = this.parts
    const here = shared.source()
    if (here === this.base) return
    const mine = buffer.read()
    const text = mine === this.base ? here : carried(this.base, mine, here)
    this.base = here
    if (text !== mine) this.show(text)
  }

  private show(text: string): void {
    this.parts.buffer.write(text)
    this.parts.followed()
  }
}
