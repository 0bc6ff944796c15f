import { carried } from '../../../../common/rooms/source/source-text'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { TextBuffer } from '../text-buffer'

/** Milliseconds after the last key until a source is read. */
const PAUSE = 150

interface Parts {
  readonly shared: Shared
  readonly buffer: TextBuffer
  /** What the text in the buffer came from. */
  readonly base: string
  /** The text was changed by what others wrote. */
  readonly followed: () => void
  /** What is typed cannot be shared as it is: it is no page any more. */
  readonly apart: () => void
}

/** An editor that knows only whole texts, and what is shared of the same document (RT7). */
export class TextBinding {
  private base: string
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
    this.base = parts.base
    parts.shared.changed = () => this.follow()
    parts.shared.before = () => void this.pass()
    this.follow()
    this.edited()
  }

  /** Whether something is typed that is not shared. */
  get isBehind(): boolean {
    return this.parts.buffer.read() !== this.base
  }

  edited(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.pass(), PAUSE)
  }

  /** Shares what is typed. @returns false where it is no page */
  pass(): boolean {
    clearTimeout(this.timer)
    const { shared, buffer } = this.parts
    const mine = buffer.read()
    if (mine === this.base) return true
    // what is heard of it meanwhile is one's own
    shared.changed = null
    const isDone = shared.carry(this.base, mine)
    shared.changed = () => this.follow()
    if (!isDone) {
      this.parts.apart()
      return false
    }
    this.base = shared.source()
    if (this.base !== mine) this.show(this.base)
    return true
  }

  end(): void {
    clearTimeout(this.timer)
    this.parts.shared.changed = null
    this.parts.shared.before = null
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
