import { encodeText } from '../../../common/formats/text/encoding'
import type { ThreeTexts } from '../../../common/formats/core/validity'
import type { DraftKeeper } from './draft-keeper'
import { storedText, type OpenText, type StoredText } from './open-text'
import { changerName, nameTo, SOMEONE } from './people'
import { deletedStatus, failedPhase, isRefusal, notText } from './problem-words'
import type { Saving } from './saving'
import type { DocumentService, StoredFile } from './service'
import type { Question } from './snapshot'
import type { FileEvent } from '../../../common/api/events'

interface ElsewhereParts {
  readonly text: OpenText
  readonly service: DocumentService
  readonly keeper: DraftKeeper
  readonly saving: Saving
  /** Both people's changes in one text; null when only a person can decide. */
  readonly merged: (texts: ThreeTexts) => Promise<string | null>
  /** The editing session's own name (V3). */
  readonly session: string
  /** E-mail of who works in the window. */
  readonly me: () => string | undefined
  /** The text is otherwise than what is stored, and is to be saved. */
  readonly edited: () => void
  /** Saves all that is not saved. */
  readonly flush: () => Promise<unknown>
}

/** What others do to the file of an open document: taken over, merged, or asked about. */
export class Elsewhere {
  private theirs: StoredText | null = null
  /** What is being merged; a merge of what was met before counts no more. */
  private merging: { readonly etag: string; readonly done: Promise<void> } | null = null

  constructor(private readonly parts: ElsewhereParts) {}

  /** Something was said about this file on the event stream. */
  hear(event: FileEvent): void {
    const { text: open, session } = this.parts
    if (open.now.phase.kind === 'loading') return
    const isSave = event.change === 'changed' || event.change === 'created'
    // what else happens to the file is news, whoever wrote what is in it
    if (isSave && event.session === session) return
    const back = open.now.question?.kind === 'deleted'
    if (!back && event.etag !== undefined && sameEtag(event.etag, open.base.etag)) return
    const by = changerName(event, this.parts.me())
    if (event.change === 'deleted') this.gone(by)
    else void this.look(by)
  }

  /** Compares with what is stored: after events may have been missed. */
  async look(by?: string): Promise<void> {
    const { text: open, service, saving } = this.parts
    if (saving.busy) return saving.lookAfter()
    const { path, base } = open
    try {
      const file = await service.read(path)
      if (saving.busy) saving.lookAfter()
      // The answer is about a state that is over: a save, or a move, was quicker.
      else if (base !== open.base || path !== open.path) return await this.look(by)
      else await this.meet(file, by)
    } catch (problem) {
      if (open.now.phase.kind !== 'text') open.change({ phase: failedPhase(problem) })
    }
  }

  /**
   * What is stored may not be what the text is based upon: takes it over, merges, or asks. Null: there is no
   * file.
   */
  async meet(file: StoredFile | null, by = file ? this.writerOf(file) : SOMEONE): Promise<void> {
    const { text: open } = this.parts
    if (!file) return this.gone(by)
    if (file.etag === open.base.etag && !open.now.question) return
    const stored = storedText(file)
    if (stored.isText && open.now.phase.kind === 'text') return this.join(stored, by)
    if (open.dirty()) this.ask({ kind: 'conflict', by }, stored)
    else this.show(file)
  }

  /** What is stored, as it is, with nothing typed in it. */
  show(file: StoredFile): void {
    const { text: open } = this.parts
    const stored = storedText(file)
    this.adopt(stored)
    open.put(stored.text)
    open.change(
      stored.isText
        ? { phase: { kind: 'text' }, status: { kind: 'saved' } }
        : { phase: { kind: 'bytes' }, status: notText }
    )
  }

  /** What is typed, and what is stored since, in one text; or a question. */
  async join(stored: StoredText, by: string): Promise<void> {
    const { text: open, keeper, saving } = this.parts
    const { file, text } = stored
    const mine = open.read()
    const clean = mine === open.base.text
    if (mine === text || clean) {
      this.adopt(stored)
      open.change({ status: { kind: 'saved', at: file.at ?? Date.now() } })
      if (mine !== text) {
        open.put(text)
        open.change({ notice: { kind: 'changed', by, before: mine, after: text } })
      }
      return void keeper.write()
    }
    // the file is back as it was, or our own save was stored and its answer lost: what was typed since goes
    // on from there
    if (text === open.base.text || saving.wasSent(text)) return this.goOn(stored)
    if (this.merging?.etag !== file.etag) this.merging = { etag: file.etag, done: this.merge(stored, by) }
    await this.merging.done
  }

  private async merge(stored: StoredText, by: string): Promise<void> {
    const { text: open } = this.parts
    const { base } = open
    const texts = { base: base.text, local: open.read(), remote: stored.text }
    const joined = await this.joined(texts).catch((problem: unknown) => {
      console.error('The two texts could not be merged.', problem)
      return null
    })
    if (this.merging?.etag !== stored.file.etag) return
    this.merging = null
    if (base !== open.base) return
    if (joined === null) return this.ask({ kind: 'conflict', by }, stored)
    const before = open.read()
    this.goOn(stored, () => {
      open.put(joined)
      open.change({ notice: { kind: 'merged', by, before, after: joined } })
    })
  }

  /** The merge with what is typed while it is made. */
  private async joined(texts: ThreeTexts): Promise<string | null> {
    const { text: open, merged } = this.parts
    let [mine, joined] = [texts.local, await merged(texts)]
    for (let now = open.read(); joined !== null && now !== mine; now = open.read()) {
      joined = await merged({ base: mine, local: now, remote: joined })
      mine = now
    }
    return joined
  }

  private goOn(stored: StoredText, then: () => void = () => undefined): void {
    this.adopt(stored)
    then()
    this.parts.text.change({ status: { kind: 'typing' } })
    this.parts.edited()
  }

  /** Conflict: writes over the newer content, which stays a version. */
  async keepMine(): Promise<void> {
    if (!this.theirs) return
    this.adopt(this.theirs)
    await this.parts.flush()
  }

  /** Conflict: shows their text; what was typed here stays in the history, and comes back with Undo. */
  async takeTheirs(): Promise<void> {
    const { theirs } = this
    if (!theirs) return
    const { text: open, keeper } = this.parts
    const before = open.read()
    const by = open.now.question?.by ?? SOMEONE
    const kept = await this.keepTyped(before, theirs.file)
    // meanwhile somebody has written once more: that is asked about
    if (kept === 'changed' || this.theirs !== theirs) return this.look()
    this.adopt(theirs)
    open.put(theirs.text)
    open.change({
      status: { kind: 'saved', at: Date.now() },
      notice: { kind: 'took-theirs', by, before, after: theirs.text, isKept: kept }
    })
    await keeper.write()
  }

  /**
   * Makes what was typed a version (V8).
   * @returns whether it is one; changed when the file is not what it was
   */
  private async keepTyped(text: string, { etag }: StoredFile): Promise<boolean | 'changed'> {
    const { text: open, service } = this.parts
    if (text.trim() === '' || open.now.phase.kind !== 'text') return false
    try {
      await service.keepGivenUp(open.path, encodeText(text, open.base.shape), etag)
      return true
    } catch (problem) {
      return isRefusal(problem) ? 'changed' : false
    }
  }

  /** The file was deleted; the text is still here. */
  gone(by: string): void {
    const { text: open, keeper } = this.parts
    if (open.now.phase.kind !== 'text') return open.change({ phase: { kind: 'missing' } })
    this.theirs = null
    this.merging = null
    const { question } = open.now
    // who it was is known already
    const who = by === SOMEONE && question?.kind === 'deleted' ? question.by : by
    open.change({ notice: null, question: { kind: 'deleted', by: who } })
    this.notifyDeleted()
    void keeper.write()
  }

  /** Whether words are in a deleted document that are not even in the trash. */
  notifyDeleted(): void {
    const { text: open } = this.parts
    open.change({ status: deletedStatus(open.dirty(), () => void this.saveAgain()) })
  }

  /** Deleted elsewhere: makes the file again from the text that is still here. */
  async saveAgain(): Promise<void> {
    const { text: open, flush } = this.parts
    open.base = { ...open.base, etag: null }
    open.change({ question: null, status: { kind: 'typing' } })
    await flush()
  }

  /** Who wrote what is stored. */
  writerOf({ by }: StoredFile): string {
    return by === undefined ? SOMEONE : nameTo(this.parts.me(), by)
  }

  private ask(question: Question, theirs: StoredText): void {
    const { text: open, keeper } = this.parts
    this.theirs = theirs
    open.change({ question, status: { kind: 'conflict', by: question.by } })
    void keeper.write()
  }

  private adopt(stored: StoredText): void {
    this.theirs = null
    this.parts.text.adopt(stored)
  }
}

const sameEtag = (a: string, b: string | null) =>
  b !== null && a.replaceAll('"', '') === b.replaceAll('"', '')
