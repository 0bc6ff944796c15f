import type { DraftKeeper } from '../draft-keeper'
import type { OpenText } from '../open-text'
import { problemWords } from '../problem-words'

interface StatusParts {
  readonly text: OpenText
  readonly keeper: DraftKeeper
  /** Something is typed in a document that is shared, or is about to be, that its file does not hold. */
  readonly isUnsaved: () => boolean
  /** Tries to save again. */
  readonly again: () => void
}

/** What a person reads of a document that is shared: whether what they typed is in its file, and why not. */
export class Status {
  private isReached = true
  private may: 'write' | 'read' | 'nothing' = 'write'

  constructor(private readonly parts: StatusParts) {}

  /** The service is not reached. */
  get isAway(): boolean {
    return !this.isReached
  }

  joined(mayWrite: boolean): void {
    this.isReached = true
    this.may = mayWrite ? 'write' : 'read'
    this.typed()
  }

  /** It may not be read any more, and was left. */
  forbidden(): void {
    this.isReached = true
    this.may = 'nothing'
    this.typed()
  }

  away(): void {
    this.isReached = false
    const { reason, message } = problemWords(null)
    this.failed(reason, message)
  }

  /** The file holds all of it. */
  allSaved(): void {
    const { text, keeper } = this.parts
    text.base = { ...text.base, text: text.read() }
    if (text.now.question) return
    text.change({ status: { kind: 'saved', at: Date.now() } })
    void keeper.write()
  }

  typed(): void {
    const { text, isUnsaved } = this.parts
    if (!isUnsaved() || text.now.question) return
    if (this.may !== 'write')
      return this.failed('forbidden', `You may not ${this.may === 'read' ? 'write' : 'read'} here any more.`)
    if (this.isAway) return this.away()
    if (text.now.status?.kind !== 'typing') text.change({ status: { kind: 'typing' } })
  }

  failed(reason: string, message: string): void {
    const { text, keeper, isUnsaved, again } = this.parts
    if (!isUnsaved() || text.now.question) return
    text.change({ status: { kind: 'failed', reason, message, retry: again } })
    void keeper.write()
  }
}
