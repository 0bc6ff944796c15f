import { MOST_SENT } from '../../../common/api/drafts'
import type { DraftKeeper } from './draft-keeper'
import type { Draft } from './drafts'
import { encodeText } from '../../../common/formats/text/encoding'
import { storedText, type OpenText } from './open-text'
import { isRefusal, problemWords } from './problem-words'
import { SaveLoop, type SaveResult, type SaveTiming } from './save-loop'
import type { DocumentService, StoredFile } from './service'

interface SavingParts {
  readonly text: OpenText
  readonly service: DocumentService
  readonly keeper: DraftKeeper
  /** The editing session's own name (V3). */
  readonly session: string
  readonly timing: SaveTiming | undefined
  /** Takes in what is stored instead of what a save was based upon; null: nothing is. */
  readonly meet: (file: StoredFile | null) => Promise<void>
  /** It is saved in another way. */
  readonly isElsewhere: () => boolean
  /** Saves all that is not saved. */
  readonly flush: () => void
  /** After a save that was under way when something was said about the file. */
  readonly look: () => void
}

/** Sends the text of one document, one save at a time, and knows what was sent without an answer. */
export class Saving {
  private readonly loop: SaveLoop
  private sending: string | null = null
  /** What was sent and never answered: when one of these is what is stored, it is ours. */
  private unanswered: readonly string[] = []
  private lookAgain = false

  constructor(private readonly parts: SavingParts) {
    this.loop = new SaveLoop(() => this.saveOnce(), parts.timing)
  }

  get busy(): boolean {
    return this.loop.busy
  }

  /** Resolves when no save is under way; true if one was. */
  async rest(): Promise<boolean> {
    const was = this.loop.busy
    while (this.loop.busy) await this.loop.rest()
    return was
  }

  /** Something was typed. */
  touch(): void {
    this.loop.touch()
  }

  flush(): Promise<void> {
    return this.loop.flush()
  }

  stop(): void {
    this.loop.stop()
  }

  /** Looks at what is stored when the save that is under way is over. */
  lookAfter(): void {
    this.lookAgain = true
  }

  /** True when this text was sent, and its answer was lost. */
  wasSent(text: string): boolean {
    return this.unanswered.includes(text)
  }

  /** What a draft has to know of what is on its way. */
  onTheWay(): Pick<Draft, 'sending' | 'sent'> {
    return { sending: this.sending, ...(this.unanswered.length > 0 && { sent: this.unanswered }) }
  }

  private async saveOnce(): Promise<SaveResult> {
    const { text: open, service, keeper, session } = this.parts
    if (open.now.phase.kind !== 'text' || open.now.question || this.parts.isElsewhere()) return 'halt'
    const why = open.dirty() ? (open.buffer.whyHeld?.() ?? null) : null
    if (why !== null) return this.held(why)
    const text = open.read()
    if (!open.dirty()) return this.saved(text)
    open.change({ status: { kind: 'saving' } })
    this.sending = text
    try {
      // a crash after this must find that the text was on its way: else its author is in conflict with
      // themself
      const { shape, etag: replaces } = open.base
      await Promise.race([keeper.write(), pause(DRAFT_PATIENCE)])
      // to write out a large text and to send it are a task each: a key goes before
      await pause(0)
      const bytes = encodeText(text, shape)
      await pause(0)
      const { etag } = await service.write(open.path, bytes, { replaces, session })
      const file = { bytes, etag }
      open.base = { etag, text, shape: shape.eol === 'mixed' ? storedText(file).shape : shape }
      this.unanswered = []
      open.change({ etag, modifiedBy: null, modifiedAt: Date.now() })
      return this.saved(text)
    } catch (problem) {
      if (!isRefusal(problem)) this.unanswered = [...this.unanswered, text].slice(-MOST_SENT)
      return await this.refused(problem)
    } finally {
      this.sending = null
      if (this.lookAgain) queueMicrotask(() => this.afterSave())
    }
  }

  private afterSave(): void {
    setTimeout(() => {
      this.lookAgain = false
      this.parts.look()
    })
  }

  private async saved(text: string): Promise<SaveResult> {
    const { text: open, keeper } = this.parts
    const done = open.read() === text
    open.change({ status: done ? { kind: 'saved', at: Date.now() } : { kind: 'typing' } })
    await keeper.write()
    return open.read() === text ? 'done' : 'again'
  }

  private async refused(problem: unknown): Promise<SaveResult> {
    if (!isRefusal(problem)) return this.failed(problem)
    const { text: open, service, meet } = this.parts
    try {
      const { path } = open
      const file = await service.read(path)
      if (path !== open.path) return 'again'
      await meet(file)
      if (open.now.question) return 'halt'
      return open.dirty() ? 'again' : 'done'
    } catch (second) {
      return this.failed(second)
    }
  }

  private held(message: string): SaveResult {
    const { text: open, keeper } = this.parts
    open.change({ status: { kind: 'failed', reason: 'invalid', message, retry: this.parts.flush } })
    void keeper.write()
    return 'halt'
  }

  private failed(problem: unknown): SaveResult {
    const { text: open, keeper } = this.parts
    open.change({
      status: { kind: 'failed', ...problemWords(problem), retry: this.parts.flush }
    })
    void keeper.write()
    return 'failed'
  }
}

/**
 * Milliseconds that a save waits for its draft: a disk that takes none does not keep words from the service.
 */
const DRAFT_PATIENCE = 250

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
