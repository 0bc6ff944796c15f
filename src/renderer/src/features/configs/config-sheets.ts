import { openSheets, type OpenedSheets } from '../../engines/grid'
import { createSignal } from '../../state/signal'
import type { ConfigDraft } from './config-draft'

/**
 * The text of a config as sheets that can be edited. What comes from elsewhere (an earlier state, another
 * window, the list of form folders) becomes one step of the sheets, so that it can be taken back like all
 * others.
 */
export class ConfigSheets {
  /** Told when the sheets are others, or there are none any more. */
  readonly changed = createSignal<void>()
  private text: string
  private opened: OpenedSheets
  private stop: () => void = () => {}
  private readonly stopFollowing: () => void
  private busy = false

  constructor(private readonly draft: ConfigDraft) {
    this.text = draft.current
    this.opened = this.open(this.text)
    this.stopFollowing = draft.subscribe(() => this.follow())
  }

  now(): OpenedSheets {
    return this.opened
  }

  close(): void {
    this.stop()
    this.stopFollowing()
  }

  private follow(): void {
    if (this.busy || this.draft.current === this.text) return
    this.text = this.draft.current
    this.busy = true
    const taken = 'store' in this.opened && this.opened.store.take(this.text)
    this.busy = false
    if (taken) return
    this.opened = this.open(this.text)
    this.changed.notify()
  }

  private open(text: string): OpenedSheets {
    this.stop()
    const opened = openSheets(text, !this.draft.writable)
    if ('store' in opened) {
      const { store } = opened
      const ends = [
        store.changed.subscribe(() => this.edited(store.text())),
        store.typed.subscribe(() => this.edited(store.text()))
      ]
      this.stop = () => ends.forEach((end) => end())
    } else this.stop = () => {}
    return opened
  }

  private edited(text: string): void {
    if (this.busy) return
    this.text = text
    this.draft.set(text)
  }
}
