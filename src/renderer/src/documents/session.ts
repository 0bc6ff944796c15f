import { GalleyError } from '../../../common/errors'
import type { FileEvent } from '../../../common/api/events'
import type { Person } from '../../../common/person'
import { nameOf, splitName, type ContentPath } from '../../../common/content/paths'
import type { ThreeTexts } from '../../../common/formats/core/validity'
import { DraftKeeper, worst, type WordsKept } from './draft-keeper'
import type { Draft, DraftInParts, DraftStore } from './drafts'
import { Elsewhere } from './elsewhere'
import { OpenText, storedText } from './open-text'
import { mergedText } from './merge'
import { failedPhase, notText } from './problem-words'
import type { SaveTiming } from './save-loop'
import { Saving } from './saving'
import { nameTo, SOMEONE } from './people'
import type { DocumentService, StoredFile } from './service'
import type { HeldBack, TextBuffer } from './text-buffer'
import type { Company } from './together/company'
import { Together } from './together/together'
import type { RoomsLine } from '../../../common/rooms/window/rooms-line'

interface SessionParts {
  readonly service: DocumentService
  readonly drafts: DraftStore
  readonly workspace: string
  /** E-mail of who works in the window, once that is known. */
  readonly me: () => string | undefined
  /** Unique per window and document (V3). */
  readonly id: string
  readonly timing?: SaveTiming
  /** Whether others are not told where one is in it. */
  readonly isHidden?: () => boolean
  /** The line on which documents are written in together; without it this one is saved as a whole. */
  readonly line?: () => Promise<RoomsLine>
}

/**
 * One open text document: what is stored, what is typed, and how the two get together without losing a word
 * of either. Opened with `open`, closed with `close`.
 */
export class DocumentSession {
  readonly id: string
  private readonly shown: OpenText
  private readonly saving: Saving
  private readonly elsewhere: Elsewhere
  private readonly keeper: DraftKeeper
  /** Null where the document is always saved as a whole. */
  private readonly together: Together | null
  private readonly release: () => void
  private opening: Promise<void> | null = null
  /** What is stored, and what a crash left, is there. */
  private isLoaded = false

  constructor(
    path: ContentPath,
    private readonly parts: SessionParts
  ) {
    const { service, drafts, id, me, timing } = parts
    const text = new OpenText(path)
    this.id = id
    this.shown = text
    this.keeper = new DraftKeeper(
      drafts,
      id,
      () => this.draft(),
      () => text.change({ kept: this.keeper.kept })
    )
    const flush = () => this.flush()
    const common = { text, service, keeper: this.keeper, session: id }
    this.saving = new Saving({
      ...common,
      timing,
      isElsewhere: () => this.together?.isJoined === true,
      meet: (file) => this.elsewhere.meet(file),
      look: () => void this.elsewhere.look(),
      flush: () => void flush()
    })
    const edited = () => this.edited()
    const merged = (texts: ThreeTexts) => this.merged(texts)
    this.elsewhere = new Elsewhere({ ...common, saving: this.saving, me, flush, edited, merged })
    const { line } = parts
    this.together = line
      ? new Together({
          ...common,
          line,
          isHidden: parts.isHidden,
          nameOf: (by, isProgram) => (isProgram ? 'another program' : nameTo(me(), by)),
          rest: () => this.saving.rest(),
          merged: (texts) => this.merged(texts),
          alone: (left, mayBeOther) => this.alone(left, mayBeOther),
          gone: () => this.elsewhere.gone(SOMEONE)
        })
      : null
    text.isUnsaved = () => (this.together?.isJoined === true ? this.together.isUnsaved : null)
    this.release = drafts.hold(id)
  }

  snapshot = () => this.shown.snapshot()

  /** Counts up whenever the text changes, by typing or otherwise. */
  revision = () => this.shown.revision()

  subscribe = (listener: () => void): (() => void) => this.shown.subscribe(listener)

  /** Told of each change of the text alone. @returns a function that ends it */
  followText(listener: () => void): () => void {
    let seen = this.revision()
    return this.subscribe(() => {
      if (seen === this.revision()) return
      seen = this.revision()
      listener()
    })
  }

  get path(): ContentPath {
    return this.shown.path
  }

  /** The text as it is in the editor now. */
  text(): string {
    return this.shown.read()
  }

  /** The bytes that a save would store now. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.shown.bytes()
  }

  /** True while what is in the editor is not durable. */
  dirty(): boolean {
    return this.shown.dirty()
  }

  /** An editor takes the text over; its undo history is then the document's. */
  attach(buffer: TextBuffer): void {
    this.shown.buffer.share?.(null, null)
    this.shown.buffer = buffer
    this.together?.attached()
    if (this.isLoaded) void this.join()
  }

  /** The editor that has the text. */
  get attached(): TextBuffer {
    return this.shown.buffer
  }

  /** Reads the file, and brings back words that a crash left unsaved. Never rejects. */
  open(): Promise<void> {
    return (this.opening ??= this.load())
  }

  /** The person changed the text. */
  edited(): void {
    const { shown } = this
    shown.edited()
    if (shown.now.phase.kind !== 'text') return
    this.keeper.touch()
    const { question, status } = shown.now
    if (question?.kind === 'deleted') this.elsewhere.notifyDeleted()
    if (question) return
    if (this.together?.isJoined === true) return this.together.edited()
    if (status?.kind === 'saved' || status === null) shown.change({ status: { kind: 'typing' } })
    this.saving.touch()
  }

  /** Others have changed the text. */
  followed(): void {
    this.shown.edited()
  }

  /** Who else is in the document; null where nobody can be. */
  get company(): Company | null {
    return this.together?.company ?? null
  }

  /** Saves now. @returns true when nothing unsaved is left */
  async flush(): Promise<boolean> {
    await this.opening
    await this.shown.heldBack?.keep()
    if (this.together?.isJoined === true) await this.together.flush()
    else if (this.dirty() || this.saving.busy) await this.saving.flush()
    if (this.dirty()) await this.keeper.write()
    return !this.dirty()
  }

  /**
   * Saves, and keeps what cannot be saved. Resolves to where the words are that are not saved; null when all
   * are.
   */
  async leave(): Promise<WordsKept> {
    const saved = await this.flush()
    const held = (await this.shown.heldBack?.keep()) ?? null
    const words = saved ? null : this.keeper.kept
    return worst(words, held === 'disk' ? null : held)
  }

  /** Something was said about this file on the event stream. */
  hear(event: FileEvent): void {
    // what is written in it elsewhere comes as what it changes
    if (this.together?.isJoined === true && event.change !== 'deleted') return
    this.elsewhere.hear(event)
  }

  /** The file has another path now. */
  moved(path: ContentPath): void {
    this.shown.change({ path })
    if (this.dirty()) void this.keeper.write()
    // A save or a read on the old path may have found nothing there before this was heard.
    const { question, phase } = this.shown.now
    if (question?.kind === 'deleted' || phase.kind === 'missing') void this.look()
  }

  /** Compares with what is stored: after events may have been missed. @param by who may have changed it */
  look(by?: Person): Promise<void> {
    if (this.together?.isJoined === true) return this.together.flush()
    return this.elsewhere.look(by && nameTo(this.parts.me(), by))
  }

  /** What may be done here may be otherwise than before: what was refused is tried again. */
  async allowed(): Promise<void> {
    this.together?.allowed()
    const { phase } = this.shown.now
    if (phase.kind !== 'failed' || phase.reason !== 'forbidden') return
    await this.look()
    this.isLoaded = true
    await this.join()
  }

  /** Conflict: writes over the newer content, which stays a version. */
  keepMine(): Promise<void> {
    return this.elsewhere.keepMine()
  }

  /** Conflict: shows their text; what was typed here stays in the history, and comes back with Undo. */
  takeTheirs(): Promise<void> {
    return this.elsewhere.takeTheirs()
  }

  /** Deleted elsewhere: makes the file again from the text that is still here. */
  async saveAgain(): Promise<void> {
    this.together?.leave()
    await this.elsewhere.saveAgain()
    await this.join()
  }

  /** Deleted elsewhere: the person lets the text go. */
  async letGo(): Promise<void> {
    const { shown } = this
    shown.base = { ...shown.base, etag: shown.base.etag ?? '', text: this.text() }
    await this.keeper.write()
  }

  /**
   * Takes the last change from outside back, as a new change; what was typed since stays.
   * @returns false when that is not possible because the same lines were typed in since
   */
  async undoNotice(): Promise<boolean> {
    const { notice } = this.shown.now
    if (!notice || notice.kind === 'draft') return true
    const local = this.text()
    const text = await this.merged({ base: notice.after, local, remote: notice.before })
    if (text === null || this.text() !== local) return false
    this.dismissNotice()
    this.shown.put(text)
    this.edited()
    return true
  }

  dismissNotice(): void {
    this.shown.change({ notice: null })
  }

  /**
   * Replaces the whole file by these bytes, exactly, as one save of its own: what is replaced becomes a
   * version at once.
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
    const { shown, parts } = this
    const stored = await parts.service.read(this.path)
    const { etag } = await parts.service.write(this.path, bytes, { replaces: stored?.etag ?? null })
    if (this.together?.isJoined === true) {
      await this.together.until(etag)
      shown.change({ notice: null })
      return Uint8Array.from(stored?.bytes ?? [])
    }
    const next = storedText({ bytes, etag, at: Date.now() })
    shown.adopt(next)
    shown.put(next.text)
    shown.change({
      notice: null,
      phase: { kind: next.isText ? 'text' : 'bytes' },
      status: next.isText ? { kind: 'saved', at: Date.now() } : notText
    })
    return Uint8Array.from(stored?.bytes ?? [])
  }

  /**
   * Says that changes wait for the person to save them (a schema's); null when none do. They are not in the
   * text.
   */
  holdBack(held: HeldBack | null): void {
    this.shown.holdBack(held)
  }

  /** Ends timers and lets others take the draft that may be left. */
  close(): void {
    this.saving.stop()
    this.together?.end()
    this.keeper.stop()
    this.release()
    this.shown.close()
  }

  /** Others write in it too from now on. */
  private async join(left: Draft | null = null): Promise<void> {
    const { phase, question } = this.shown.now
    // of two who changed the same place both can stay
    if (phase.kind !== 'text' || question?.kind === 'deleted') return
    try {
      await this.together?.join(left)
    } catch (problem) {
      console.warn('The document is not joined.', problem)
      this.together?.leave()
      this.alone(left)
    }
  }

  /** It is not joined: what is typed is saved as a whole. */
  private alone(left: Draft | null, mayBeOther = false): void {
    const { shown } = this
    if (left) shown.base = { ...shown.base, etag: left.baseEtag, text: left.baseText }
    if (this.dirty()) this.edited()
    if (mayBeOther) void this.elsewhere.look()
  }

  private async load(): Promise<void> {
    const { service, drafts, workspace } = this.parts
    try {
      const reading = service.read(this.path)
      const left = await drafts.adopt(workspace, this.path, this.id, reading)
      const file = await reading
      if (file) this.elsewhere.show(file)
      else if (!left) return this.shown.change({ phase: { kind: 'missing' } })
      if (left) await this.recover(left, file)
      this.isLoaded = true
      void this.join(left)
    } catch (problem) {
      this.shown.change({ phase: failedPhase(problem) })
    }
  }

  /** Words that a crash left unsaved, together with what is stored. */
  private async recover(left: Draft, file: StoredFile | null): Promise<void> {
    const { shown, elsewhere } = this
    const { base } = shown
    if (left.text === base.text || shown.now.phase.kind === 'bytes') return void this.keeper.write()
    shown.put(left.text)
    if (!file) {
      shown.change({ phase: { kind: 'text' } })
      return elsewhere.gone(SOMEONE)
    }
    if (left.shared && this.together) {
      // they go where they were going, and count once
      shown.change({ notice: { kind: 'draft', at: left.at }, status: { kind: 'typing' } })
      return
    }
    const sent = [left.sending, ...(left.sent ?? [])]
    if (left.baseEtag === base.etag || sent.includes(base.text)) {
      shown.change({ notice: { kind: 'draft', at: left.at } })
      return this.edited()
    }
    shown.base = { ...base, etag: left.baseEtag, text: left.baseText }
    await elsewhere.join({ file, text: base.text, shape: base.shape }, elsewhere.writerOf(file))
  }

  private merged(texts: ThreeTexts): Promise<string | null> {
    const { service } = this.parts
    return mergedText(
      splitName(nameOf(this.path)).ext,
      texts,
      async () => (await service.schemaText?.(this.path, texts.local)) ?? null
    )
  }

  private draft(): DraftInParts | null {
    if (!this.dirty()) return null
    const { id, path, parts, shown } = this
    const shared = this.together?.toKeep()
    const waiting = this.together?.waiting
    return {
      session: id,
      workspace: parts.workspace,
      path,
      parts: shown.parts(),
      baseEtag: waiting ? waiting.baseEtag : shown.base.etag,
      baseText: waiting ? waiting.baseText : shown.base.text,
      ...this.saving.onTheWay(),
      ...(shared && { shared }),
      at: Date.now()
    }
  }
}
