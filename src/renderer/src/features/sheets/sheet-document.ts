import type { Book } from '../../../../common/formats/sheet'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { SharedData } from '../../../../common/rooms/window/shared-data'
import type { DocumentSession } from '../../documents'
import type { TextBuffer } from '../../documents/text-buffer'
import { tellReplaced } from './replaced'
import { createSignal } from '../../state/signal'
import { openSheets, type OpenedSheets, type SheetStore } from '../../engines/grid'

/**
 * While somebody types, the session hears of it at once and then this often; a pause is told as well.
 * Milliseconds.
 */
const TELL_EVERY = 200
/** A text of this many signs takes some milliseconds to write down: typing has more time between. */
const LARGE = 1_000_000

/**
 * An open document of sheets: the session's text as a store of sheets. The text is written only when somebody
 * needs it (a save, a draft), never for each key; what comes from elsewhere becomes one step that can be
 * taken back.
 */
export class SheetDocument implements TextBuffer {
  /** Told when the store is another one, or there is none any more. */
  readonly changed = createSignal<void>()
  private text: string
  private stale = false
  private opened: OpenedSheets
  /**
   * The sheets as they were before the text was none for a while: what was done to them can be taken back
   * again.
   */
  private last: SheetStore | null = null
  /** What the session was told of. */
  private told: Book | null = null
  private stop: () => void = () => {}
  private quiet = false
  /** What others write in too; null while nobody can. */
  private shared: SharedData | null = null
  private lastTold = 0
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly session: DocumentSession) {
    this.text = session.text()
    this.opened = this.open(this.text)
  }

  now(): OpenedSheets {
    return this.opened
  }

  get store(): SheetStore | null {
    return 'store' in this.opened ? this.opened.store : null
  }

  /** The grid takes the text over, if another view has had it. */
  takeOver(): void {
    if (this.session.attached === this) return
    const text = this.session.text()
    this.session.attach(this)
    if (text !== this.read()) this.write(text)
  }

  read(): string {
    if (this.stale && this.store) {
      this.text = this.store.text()
      this.stale = false
    }
    return this.text
  }

  write(text: string): void {
    this.text = text
    this.stale = false
    const store = this.store ?? this.last
    this.quiet = true
    try {
      const isTaken = store?.take(text) === true
      if (store && isTaken && store === this.store) return
      this.opened = store && isTaken ? this.listenTo({ store }) : this.open(text)
      this.last = this.store ?? store
      this.changed.notify()
    } finally {
      this.quiet = false
    }
  }

  share(shared: Shared | null, base: string | null): boolean {
    if (this.shared) {
      this.shared.changed = null
      this.shared.replaced = null
    }
    this.shared = null
    const { store } = this
    if (shared?.kind !== 'data' || !store) {
      store?.share(null)
      return false
    }
    const mine = this.read()
    shared.shownAs(store.book)
    // how it is laid out is the file's
    if (base !== null && base !== mine && !shared.carryValues(base, mine)) return false
    this.shared = shared
    shared.changed = () => this.follow(shared, () => store.follow(shared.book))
    shared.replaced = (cells) => tellReplaced(cells, store)
    this.follow(shared, () => store.share(shared))
    return true
  }

  /** Takes in what others wrote. */
  private follow(shared: SharedData, follow: () => void): void {
    const { book } = this.store ?? {}
    this.quiet = true
    follow()
    this.quiet = false
    if (book === shared.book) return
    this.stale = true
    this.session.followed()
  }

  /** The document is closed for good. */
  close(): void {
    this.stop()
    if (this.timer) clearTimeout(this.timer)
  }

  private open(text: string): OpenedSheets {
    return this.listenTo(openSheets(text))
  }

  private listenTo(opened: OpenedSheets): OpenedSheets {
    this.stop()
    if ('store' in opened) {
      const { store } = opened
      this.told = store.book
      const ends = [
        store.changed.subscribe(() => {
          const isLook = this.told === store.book
          this.told = store.book
          if (!isLook) this.edited(false)
        }),
        store.typed.subscribe(() => this.edited(true))
      ]
      this.stop = () => ends.forEach((end) => end())
    } else this.stop = () => {}
    return opened
  }

  private edited(typing: boolean): void {
    if (this.quiet) return
    this.stale = true
    const every = this.text.length > LARGE ? 2 * TELL_EVERY : TELL_EVERY
    const wait = this.lastTold + every - performance.now()
    if (!typing || wait <= 0) return this.notify()
    this.timer ??= setTimeout(() => this.notify(), wait)
  }

  private notify(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.lastTold = performance.now()
    this.session.edited()
  }
}
