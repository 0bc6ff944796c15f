import { GalleyError } from '../../../../common/errors'
import { MOST_SENT } from '../../../../common/api/drafts'
import type { FileEvent } from '../../../../common/api/events'
import type { ContentPath } from '../../../../common/content/paths'
import { DraftKeeper, worst, type WordsKept } from './draft-keeper'
import type { Draft, DraftStore } from './drafts'
import { decodeText, encodeText, plainShape } from './encoding'
import type { TextShape } from './encoding'
import { mergeTexts } from './merge'
import { changerName, shortName, SOMEONE } from './people'
import { SaveLoop } from './save-loop'
import type { SaveResult, SaveTiming } from './save-loop'
import type { DocumentService, StoredFile } from './service'
import type { DocumentSnapshot, Question } from './snapshot'
import type { HeldWords, SaveStatus } from './status'

/** Where the text lives: a plain string until an editor takes over. Line ends are `\n`. */
export interface TextBuffer {
  read(): string
  /** Replaces the text as one step that the person can undo. */
  write(text: string): void
  /** Both people's changes in one text, where the text alone cannot tell them apart; null when they meet. */
  merge?(base: string, mine: string, theirs: string): string | null
  /** As `merge`, asked before the texts are merged line by line: for what counts its own lines. */
  mergeFirst?(base: string, mine: string, theirs: string): string | null
}

/** Changes that are no part of the text until the person saves them. */
export interface HeldBack {
  /** Leads the person to saving them. */
  readonly save: () => void
  /** Tries to keep them; resolves to where they are. */
  readonly keep: () => Promise<WordsKept>
  readonly words?: HeldWords
}

export interface SessionParts {
  readonly service: DocumentService
  readonly drafts: DraftStore
  readonly workspace: string
  /** Unique per window and document (V3). */
  readonly id: string
  readonly timing?: SaveTiming
}

/** The stored content that the text in the editor is based upon. */
interface Base {
  /** Null: there is no file (it was deleted). */
  readonly etag: string | null
  readonly text: string
  readonly shape: TextShape
}

const emptyBase: Base = { etag: null, text: '', shape: plainShape }

/**
 * One open text document: what is stored, what is typed, and how the two get together without losing a word of either.
 * Opened with `open`, closed with `close`.
 */
export class DocumentSession {
  readonly id: string
  private readonly listeners = new Set<() => void>()
  private readonly loop: SaveLoop
  private readonly keeper: DraftKeeper
  private readonly release: () => void
  private buffer: TextBuffer = stringBuffer('')
  private base: Base = emptyBase
  private theirs: { file: StoredFile; text: string; shape: TextShape } | null = null
  private sending: string | null = null
  /** What was sent and never answered: when one of these is what is stored, it is ours. */
  private unanswered: readonly string[] = []
  private isKeeping = false
  private lookAgain = false
  private opening: Promise<void> | null = null
  private current: DocumentSnapshot
  /** What views see: the same, and what is held back. */
  private shown: DocumentSnapshot
  private held: HeldBack | null = null

  constructor(
    path: ContentPath,
    private readonly parts: SessionParts
  ) {
    this.id = parts.id
    this.current = {
      path,
      phase: { kind: 'loading' },
      status: null,
      notice: null,
      question: null,
      kept: null,
      revision: 0,
      etag: null,
      modifiedBy: null,
      modifiedAt: null
    }
    this.shown = this.current
    this.loop = new SaveLoop(() => this.saveOnce(), parts.timing)
    this.keeper = new DraftKeeper(
      parts.drafts,
      this.id,
      () => this.draft(),
      () => this.change({ kept: this.keeper.kept })
    )
    this.release = parts.drafts.hold(this.id)
  }

  snapshot = (): DocumentSnapshot => this.shown

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get path(): ContentPath {
    return this.current.path
  }

  /** The text as it is in the editor now. */
  text(): string {
    return this.buffer.read()
  }

  /** The bytes that a save would store now. */
  bytes(): Uint8Array<ArrayBuffer> {
    return encodeText(this.text(), this.base.shape)
  }

  /** True while what is in the editor is not durable. */
  dirty(): boolean {
    if (this.current.phase.kind !== 'text') return false
    return this.base.etag === null || this.text() !== this.base.text
  }

  /** An editor takes the text over; its undo history is then the document's. */
  attach(buffer: TextBuffer): void {
    this.buffer = buffer
  }

  /** The editor that has the text. */
  get attached(): TextBuffer {
    return this.buffer
  }

  /** Reads the file, and brings back words that a crash left unsaved. Never rejects. */
  open(): Promise<void> {
    return (this.opening ??= this.load())
  }

  /** The person changed the text. */
  edited(): void {
    this.change({ revision: this.current.revision + 1 })
    if (this.current.phase.kind !== 'text') return
    this.keeper.touch()
    if (this.current.question) return
    const { status } = this.current
    if (status?.kind === 'saved' || status === null) this.change({ status: { kind: 'typing' } })
    this.loop.touch()
  }

  /** Saves now. @returns true when nothing unsaved is left */
  async flush(): Promise<boolean> {
    await this.opening
    await this.held?.keep()
    if (this.dirty() || this.loop.busy) await this.loop.flush()
    if (this.dirty()) await this.keeper.write()
    return !this.dirty()
  }

  /** Saves, and keeps what cannot be saved. Resolves to where the words are that are not saved; null when all are. */
  async leave(): Promise<WordsKept> {
    const saved = await this.flush()
    const held = (await this.held?.keep()) ?? null
    const words = saved ? null : this.keeper.kept
    return worst(words, held === 'disk' ? null : held)
  }

  /** Something was said about this file on the event stream. */
  hear(event: FileEvent): void {
    if (this.current.phase.kind === 'loading') return
    if (event.session === this.id || this.isKeeping) return
    const back = this.current.question?.kind === 'deleted'
    if (!back && event.etag !== undefined && sameEtag(event.etag, this.base.etag)) return
    const by = changerName(event)
    if (event.change === 'deleted') this.gone(by)
    else void this.look(by)
  }

  /** The file has another path now. */
  moved(path: ContentPath): void {
    this.change({ path })
    if (this.dirty()) void this.keeper.write()
    // A save or a read on the old path may have found nothing there before this was heard.
    if (this.current.question?.kind === 'deleted' || this.current.phase.kind === 'missing') void this.look()
  }

  /** Compares with what is stored: after events may have been missed. */
  async look(by?: string): Promise<void> {
    if (this.loop.busy) {
      this.lookAgain = true
      return
    }
    const { path, base } = this
    try {
      const file = await this.parts.service.read(path)
      if (this.loop.busy) this.lookAgain = true
      // The answer is about a state that is over: a save, or a move, was quicker.
      else if (base !== this.base || path !== this.path) return await this.look(by)
      else if (file) this.meet(file, by ?? writerOf(file))
      else this.gone(by ?? SOMEONE)
    } catch (problem) {
      if (this.current.phase.kind !== 'text') this.change({ phase: failedPhase(problem) })
    }
  }

  /** Conflict: writes over the newer content, which stays a version. */
  async keepMine(): Promise<void> {
    if (!this.theirs) return
    const { file, text, shape } = this.theirs
    this.settle(file, text, shape)
    await this.flush()
  }

  /** Conflict: shows their text; what was typed here stays in the history, and comes back with Undo. */
  async takeTheirs(): Promise<void> {
    const { theirs } = this
    if (!theirs) return
    const before = this.text()
    const by = this.current.question?.by ?? SOMEONE
    const etag = await this.keepTyped(before, theirs.file)
    // meanwhile somebody has written once more: that is asked about
    if (etag === 'changed' || this.theirs !== theirs) return this.look()
    const { file, text, shape } = theirs
    this.settle(etag === null ? file : { ...file, etag }, text, shape)
    this.put(text)
    this.change({
      status: { kind: 'saved', at: Date.now() },
      notice: { kind: 'took-theirs', by, before, after: text, isKept: etag !== null }
    })
    await this.keeper.write()
  }

  /**
   * Makes what was typed a version: it is stored for a moment, and then what is there now again.
   * @returns the ETag of what is stored then; null when it could not be kept; changed when the file is not what it was
   */
  private async keepTyped(text: string, { bytes, etag }: StoredFile): Promise<string | 'changed' | null> {
    if (text.trim() === '' || this.current.phase.kind !== 'text') return null
    const { service } = this.parts
    this.isKeeping = true
    let typed: string | null = null
    try {
      typed = (await service.write(this.path, encodeText(text, this.base.shape), { replaces: etag })).etag
      return (await service.write(this.path, Uint8Array.from(bytes), { replaces: typed })).etag
    } catch (problem) {
      if (typed !== null) return 'changed'
      return isRefusal(problem) ? 'changed' : null
    } finally {
      this.isKeeping = false
    }
  }

  /** Deleted elsewhere: makes the file again from the text that is still here. */
  async saveAgain(): Promise<void> {
    this.base = { ...this.base, etag: null }
    this.change({ question: null, status: { kind: 'typing' } })
    await this.flush()
  }

  /**
   * Takes the last change from outside back, as a new change; what was typed since stays.
   * @returns false when that is not possible because the same lines were typed in since
   */
  undoNotice(): boolean {
    const { notice } = this.current
    if (!notice || notice.kind === 'draft') return true
    const text = this.merged(notice.after, this.text(), notice.before)
    if (text === null) return false
    this.change({ notice: null })
    this.put(text)
    this.edited()
    return true
  }

  dismissNotice(): void {
    this.change({ notice: null })
  }

  /**
   * Replaces the whole file by these bytes, exactly, as one save of its own: what is replaced becomes a version at once.
   * @returns the bytes that were replaced
   * @throws GalleyError when the file changed meanwhile, or cannot be written
   */
  async replaceWith(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    if (!(await this.flush())) {
      throw new GalleyError(
        'precondition-failed',
        'Words typed here are not saved yet. Save them first, then try again.'
      )
    }
    const stored = await this.parts.service.read(this.path)
    const { etag } = await this.parts.service.write(this.path, bytes, { replaces: stored?.etag ?? null })
    const decoded = decodeText(bytes)
    const text = decoded.kind === 'text' ? decoded.text : decoded.shown
    this.base = { etag, text, shape: decoded.kind === 'text' ? decoded.shape : plainShape }
    this.put(text)
    this.change({
      etag,
      notice: null,
      question: null,
      modifiedBy: null,
      modifiedAt: Date.now(),
      phase: { kind: decoded.kind === 'text' ? 'text' : 'bytes' },
      status: decoded.kind === 'text' ? { kind: 'saved', at: Date.now() } : notText
    })
    return Uint8Array.from(stored?.bytes ?? [])
  }

  /** Deleted elsewhere: the person lets the text go. */
  async letGo(): Promise<void> {
    this.base = { ...this.base, etag: this.base.etag ?? '', text: this.text() }
    await this.keeper.write()
  }

  /** Says that changes wait for the person to save them (a schema's); null when none do. They are not in the text. */
  holdBack(held: HeldBack | null): void {
    if (held === this.held) return
    this.held = held
    this.change({})
  }

  /** Ends timers and lets others take the draft that may be left. */
  close(): void {
    this.loop.stop()
    this.keeper.stop()
    this.release()
    this.listeners.clear()
  }

  private async load(): Promise<void> {
    const { service, drafts, workspace } = this.parts
    try {
      const file = await service.read(this.path)
      const left = await drafts.adopt(workspace, this.path, this.id)
      if (file) this.show(file)
      else if (!left) return this.change({ phase: { kind: 'missing' } })
      if (left) this.recover(left, file)
    } catch (problem) {
      this.change({ phase: failedPhase(problem) })
    }
  }

  private show(file: StoredFile): void {
    const decoded = decodeText(file.bytes)
    if (decoded.kind === 'text') {
      this.settle(file, decoded.text, decoded.shape)
      this.put(decoded.text)
      this.change({ phase: { kind: 'text' }, status: { kind: 'saved' } })
    } else {
      this.settle(file, decoded.shown, plainShape)
      this.put(decoded.shown)
      this.change({ phase: { kind: 'bytes' }, status: notText })
    }
  }

  private recover(left: Draft, file: StoredFile | null): void {
    if (left.text === this.base.text || this.current.phase.kind === 'bytes') return void this.keeper.write()
    if (!file) {
      this.put(left.text)
      this.change({ phase: { kind: 'text' } })
      return this.gone(SOMEONE)
    }
    const sent = [left.sending, ...(left.sent ?? [])]
    if (left.baseEtag === this.base.etag || sent.includes(this.base.text)) {
      this.put(left.text)
      this.change({ notice: { kind: 'draft', at: left.at } })
      return this.edited()
    }
    const { text, shape } = this.base
    this.base = { etag: left.baseEtag, text: left.baseText, shape }
    this.put(left.text)
    this.join(file, text, shape, writerOf(file))
  }

  /** What is stored is not what the text is based upon: takes it over, merges, or asks. */
  private meet(file: StoredFile, by: string): void {
    if (file.etag === this.base.etag && !this.current.question) return
    const decoded = decodeText(file.bytes)
    const { phase } = this.current
    if (decoded.kind === 'bytes' || phase.kind !== 'text') {
      if (this.dirty())
        this.ask({ kind: 'conflict', by }, { file, text: decodedText(file), shape: plainShape })
      else this.show(file)
      return
    }
    this.join(file, decoded.text, decoded.shape, by)
  }

  private join(file: StoredFile, text: string, shape: TextShape, by: string): void {
    const mine = this.text()
    const clean = mine === this.base.text
    if (!clean && mine !== text && this.unanswered.includes(text)) {
      // our own save, whose answer was lost: what was typed since goes on from there
      this.settle(file, text, shape)
      this.change({ status: { kind: 'typing' } })
      return this.edited()
    }
    if (mine === text || clean) {
      this.settle(file, text, shape)
      this.change({ status: { kind: 'saved', at: file.at ?? Date.now() } })
      if (mine !== text) {
        this.put(text)
        this.change({ notice: { kind: 'changed', by, before: mine, after: text } })
      }
      return void this.keeper.write()
    }
    const merged = this.merged(this.base.text, mine, text)
    if (merged === null) return this.ask({ kind: 'conflict', by }, { file, text, shape })
    this.settle(file, text, shape)
    this.put(merged)
    this.change({ notice: { kind: 'merged', by, before: mine, after: merged }, status: { kind: 'typing' } })
    this.edited()
  }

  private ask(question: Question, theirs: { file: StoredFile; text: string; shape: TextShape }): void {
    this.theirs = theirs
    this.change({ question, status: { kind: 'conflict', by: question.by } })
    void this.keeper.write()
  }

  private gone(by: string): void {
    const { phase } = this.current
    if (phase.kind !== 'text') return this.change({ phase: { kind: 'missing' } })
    this.theirs = null
    this.change({
      notice: null,
      question: { kind: 'deleted', by },
      status: {
        kind: 'failed',
        reason: 'not-found',
        message:
          'The file was deleted. The text is still here: restore the file, save it again, or close it.',
        retry: () => void this.saveAgain()
      }
    })
    void this.keeper.write()
  }

  /** From now on the text is based upon this stored content. */
  private settle(file: StoredFile, text: string, shape: TextShape): void {
    this.base = { etag: file.etag, text, shape }
    this.theirs = null
    this.change({ etag: file.etag, question: null, modifiedBy: file.by ?? null, modifiedAt: file.at ?? null })
  }

  private async saveOnce(): Promise<SaveResult> {
    if (this.current.phase.kind !== 'text' || this.current.question) return 'halt'
    const text = this.text()
    if (!this.dirty()) return this.saved(text)
    this.change({ status: { kind: 'saving' } })
    this.sending = text
    try {
      // a crash after this must find that the text was on its way: else its author is in conflict with themself
      await Promise.race([this.keeper.write(), pause(DRAFT_PATIENCE)])
      const bytes = encodeText(text, this.base.shape)
      const written = await this.parts.service.write(this.path, bytes, {
        replaces: this.base.etag,
        session: this.id
      })
      const shape = this.base.shape.eol === 'mixed' ? shapeOf(bytes) : this.base.shape
      this.base = { etag: written.etag, text, shape }
      this.unanswered = []
      this.change({ etag: written.etag, modifiedBy: null, modifiedAt: Date.now() })
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
      void this.look()
    })
  }

  private async saved(text: string): Promise<SaveResult> {
    const done = this.text() === text
    this.change({ status: done ? { kind: 'saved', at: Date.now() } : { kind: 'typing' } })
    await this.keeper.write()
    return this.text() === text ? 'done' : 'again'
  }

  private async refused(problem: unknown): Promise<SaveResult> {
    if (isRefusal(problem)) {
      try {
        const { path } = this
        const file = await this.parts.service.read(path)
        if (path !== this.path) return 'again'
        if (file) this.meet(file, writerOf(file))
        else this.gone(SOMEONE)
        if (this.current.question) return 'halt'
        return this.dirty() ? 'again' : 'done'
      } catch (second) {
        return this.failed(second)
      }
    }
    return this.failed(problem)
  }

  private failed(problem: unknown): SaveResult {
    const { reason, message } = describe(problem)
    const status: SaveStatus = { kind: 'failed', reason, message, retry: () => void this.flush() }
    this.change({ status })
    void this.keeper.write()
    return 'failed'
  }

  private draft(): Draft | null {
    if (!this.dirty()) return null
    return {
      session: this.id,
      workspace: this.parts.workspace,
      path: this.path,
      text: this.text(),
      baseEtag: this.base.etag,
      baseText: this.base.text,
      sending: this.sending,
      ...(this.unanswered.length > 0 && { sent: this.unanswered }),
      at: Date.now()
    }
  }

  private merged(base: string, mine: string, theirs: string): string | null {
    const { buffer } = this
    return (
      buffer.mergeFirst?.(base, mine, theirs) ??
      mergeTexts(base, mine, theirs) ??
      buffer.merge?.(base, mine, theirs) ??
      null
    )
  }

  /** Changes the text without its being typed. */
  private put(text: string): void {
    if (this.text() === text) return
    this.buffer.write(text)
    this.change({ revision: this.current.revision + 1 })
  }

  private change(part: Partial<DocumentSnapshot>): void {
    this.current = { ...this.current, ...part }
    const { held } = this
    const waits = held !== null && this.current.status?.kind === 'saved'
    const words = held?.words ? { words: held.words } : {}
    this.shown = waits
      ? { ...this.current, status: { kind: 'held', save: held.save, ...words } }
      : this.current
    for (const listener of this.listeners) listener()
  }
}

/** Milliseconds that a save waits for its draft: a disk that takes none does not keep words from the service. */
const DRAFT_PATIENCE = 250

/** The service has said that it did not take it. */
const isRefusal = (problem: unknown) =>
  problem instanceof GalleyError && problem.reason === 'precondition-failed'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const notText: SaveStatus = {
  kind: 'read-only',
  message: 'This file is not UTF-8 text. It is shown as well as can be, and nothing is changed in it.'
}

function stringBuffer(initial: string): TextBuffer {
  let text = initial
  return { read: () => text, write: (next) => void (text = next) }
}

const sameEtag = (a: string, b: string | null) =>
  b !== null && a.replaceAll('"', '') === b.replaceAll('"', '')

/** Who wrote the stored content, from the e-mail that it carries. */
const writerOf = (file: StoredFile) => (file.by === undefined ? SOMEONE : shortName({ email: file.by }))

function decodedText(file: StoredFile): string {
  const decoded = decodeText(file.bytes)
  return decoded.kind === 'text' ? decoded.text : decoded.shown
}

function shapeOf(bytes: Uint8Array): TextShape {
  const decoded = decodeText(bytes)
  return decoded.kind === 'text' ? decoded.shape : plainShape
}

function describe(problem: unknown): { reason: string; message: string } {
  if (problem instanceof GalleyError) return { reason: problem.reason, message: problem.message }
  return {
    reason: 'io-failed',
    message: 'Galley’s service does not answer. What you typed is kept here; trying again.'
  }
}

function failedPhase(problem: unknown): DocumentSnapshot['phase'] {
  return { kind: 'failed', ...describe(problem) }
}
