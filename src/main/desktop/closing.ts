import type { BrowserWindow } from 'electron'
import { dialog, ipcMain } from 'electron'
import { CLOSING_LISTENED } from '../../common/bridge'
import { notify } from './messages'

export type ClosingReason = 'window' | 'quit' | 'switch'

const PATIENCE_MS = 10_000

type Answer = 'ready' | 'hold'

/** The handshake before a window goes away: it saves what is typed, then says that it may be closed. */
export class ClosingHandshake {
  /** Web contents whose page listens for `closing`; the others have nothing to save. */
  readonly #listening = new Set<number>()
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  /** Windows that ask the person, and why they were to close. */
  readonly #held = new Map<number, ClosingReason>()

  constructor() {
    ipcMain.on(CLOSING_LISTENED, ({ sender, senderFrame }, listens: unknown) => {
      if (senderFrame !== sender.mainFrame) return
      if (listens === true) this.#listening.add(sender.id)
      else this.#listening.delete(sender.id)
    })
  }

  /** Follows a new window: a page that ends or is loaded again no longer listens. */
  follow(window: BrowserWindow): void {
    const { webContents } = window
    const { id } = webContents
    const windowId = window.id
    window.on('closed', () => this.#held.delete(windowId))
    const forget = () => this.#listening.delete(id)
    webContents.on('render-process-gone', forget)
    webContents.on('destroyed', forget)
    webContents.on('did-navigate', forget)
  }

  /** Why a window was to close that asked the person what to do; null when it did not. */
  heldFor(window: BrowserWindow): ClosingReason | null {
    return this.#held.get(window.id) ?? null
  }

  /**
   * Asks the window to save everything. Resolves to true when it may go: it is ready, or it does not answer
   * and the person wants it closed all the same.
   */
  async ask(window: BrowserWindow, reason: ClosingReason): Promise<boolean> {
    if (window.isDestroyed() || !this.#listening.has(window.webContents.id)) return true
    const { id } = window
    this.#held.delete(id)
    for (;;) {
      const answer = await this.#answerOf(window, reason)
      if (answer === 'hold') this.#held.set(id, reason)
      if (answer !== 'silent') return answer === 'ready'
      if (window.isDestroyed()) return true
      const choice = await askPerson(window)
      if (choice !== 'wait') return choice === 'close'
    }
  }

  /** The window has answered. @returns false when nobody asked any more (it held, and is ready now) */
  answer(window: BrowserWindow, answer: Answer): boolean {
    const resolve = this.#waiting.get(window.id)
    resolve?.(answer)
    return resolve !== undefined
  }

  #answerOf(window: BrowserWindow, reason: ClosingReason): Promise<Answer | 'silent'> {
    return new Promise((resolve) => {
      const { id } = window
      const settle = (answer: Answer | 'silent') => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        window.removeListener('closed', gone)
        resolve(answer)
      }
      const gone = () => settle('ready')
      const timer = setTimeout(() => settle('silent'), PATIENCE_MS)
      window.once('closed', gone)
      this.#waiting.set(id, settle)
      notify(window, 'closing', { reason })
    })
  }
}

async function askPerson(window: BrowserWindow): Promise<'wait' | 'close' | 'stay'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Galley is still saving',
    detail:
      'The last changes are not acknowledged yet. Those that could be kept as a draft come back when you open the document again; whether all could is not known while the window does not answer.',
    buttons: ['Keep Waiting', 'Close Anyway', 'Cancel'],
    defaultId: 0,
    cancelId: 2
  })
  return response === 0 ? 'wait' : response === 1 ? 'close' : 'stay'
}
