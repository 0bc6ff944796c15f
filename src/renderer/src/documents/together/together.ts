import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { Here } from '../../../../common/rooms/frames'
import { namedOnly, type Person } from '../../../../common/person'
import type { Begun, DocumentNews, JoinedDocument } from '../../../../common/rooms/window/joined-document'
import type { RoomsLine } from '../../../../common/rooms/window/rooms-line'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { ThreeTexts } from '../../../../common/formats/core/validity'
import { isTextOf } from '../../../../common/text-parts'
import type { DraftKeeper } from '../draft-keeper'
import type { Draft } from '../drafts'
import { encodeText } from '../../../../common/formats/text/encoding'
import type { OpenText } from '../open-text'
import { problemWords } from '../problem-words'
import type { DocumentService } from '../service'
import { baseOf, broughtBack, textOf, type OpenShared } from './common-ground'
import { Company } from './company'
import { TextBinding } from './text-binding'
import { Status } from './status'
import { createTold } from './told'

interface TogetherParts {
  readonly text: OpenText
  readonly service: DocumentService
  readonly keeper: DraftKeeper
  readonly line: () => Promise<RoomsLine>
  /** Whether others are not told where one is. */
  readonly isHidden: (() => boolean) | undefined
  /** The editing session's own name (V3). */
  readonly session: string
  /** What somebody is called in a sentence. */
  readonly nameOf: (by: Person, isProgram: boolean) => string
  /** Resolves when no save of the whole document is under way; true if one was. */
  readonly rest: () => Promise<boolean>
  /** Both people's changes in one text; null when only a person can decide. */
  readonly merged: (texts: ThreeTexts) => Promise<string | null>
  /**
   * The document is not joined: it is saved, and others' changes are met, without that.
   * @param left what an earlier window had written, where that is still to be brought back
   * @param mayBeOther what is stored may not be what is shown
   */
  readonly alone: (left: Draft | null, mayBeOther: boolean) => void
  /** There is no such file any more. */
  readonly gone: () => void
}

/** Milliseconds after the last key until what is typed is looked at before it is saved. */
const PAUSE = 400
/** So long a save that is asked for may take. */
const PATIENCE = 8_000
/** The source of a page, or of sheets, that has more letters is not read after each pause: it is saved as a whole. */
const MOST_READ = 512 * 1024
/** So long after a save of the whole document until it is heard of here. */
const HEARD = 1_000

/**
 * The open document as one that others write in too (RT1 to RT7): what is typed goes to the service as it is
 * typed, which saves it, and what others write comes from there. Until it is joined, and where it cannot be,
 * the document is saved as a whole.
 */
export class Together implements DocumentNews {
  private document: JoinedDocument | null = null
  private open: OpenShared | null = null
  private shared: Shared | null = null
  private binding: TextBinding | null = null
  private isOver = false
  /** It is to be joined: until it is known that it cannot be, nothing is saved in another way. */
  private isAsked = false
  /** What an earlier window had written, until it is known what becomes of it. */
  private left: Draft | null = null
  /** What is joined, from when it is there until it is shown. */
  private begunLast: Begun | null = null
  /** It may not be read any more: what is shown stays, and what is typed is kept here. */
  private isForbidden = false
  /** Of what the file holds, as the room knows. */
  private etag = ''
  private looking: ReturnType<typeof setTimeout> | undefined
  /** A save was refused, or nobody is there to do it: who waits for it is told so. */
  private cannotBe = false
  /** What became of a save is told, or of a joining. */
  private readonly told = createTold()
  private readonly status: Status
  /** Where the file is by now, where that is not told to the window yet. */
  private wentTo: { readonly from: ContentPath; readonly to: ContentPath } | null = null
  /** A text that is no page, and was stored as the whole file. */
  private stored: string | null = null

  /** Who else is in it. */
  readonly company = new Company((at, view, isIdle) =>
    this.document?.here(this.parts.isHidden?.() === true ? null : at, view, isIdle)
  )

  constructor(private readonly parts: TogetherParts) {
    this.status = new Status({
      ...parts,
      isUnsaved: () => this.isAsked && this.isUnsaved,
      again: () => void this.flush()
    })
  }

  /** Whether what is typed goes this way, or will. */
  get isJoined(): boolean {
    return this.isAsked
  }

  /** Whether something is typed that the file does not hold. */
  get isUnsaved(): boolean {
    if (!this.shared) return !isTextOf(this.parts.text.parts(), this.parts.text.base.text)
    if (this.parts.text.buffer.isPending?.() === true) return true
    return this.document?.isUnsaved === true || this.binding?.isBehind === true
  }

  /** What an earlier window had written, and is not brought back yet: what it was made of is not what is stored. */
  get waiting(): Draft | null {
    return this.left
  }

  /** What a draft has to know, so that another window can go on; what is typed by now is shared for it. */
  toKeep(): Draft['shared'] | null {
    this.parts.text.buffer.settle?.()
    this.binding?.pass()
    const { left } = this
    if (left?.shared) return { ...left.shared, text: textOf(left) }
    return this.shared && (this.document?.unsaved ?? null)
  }

  /** @param left what an earlier window had written */
  async join(left: Draft | null): Promise<void> {
    if (this.isOver || this.parts.text.buffer.isWhole === true) return
    if (left?.shared) this.left = left
    this.isAsked = true
    const [{ JoinedDocument }, { sharedIn }, line] = await Promise.all([
      import('../../../../common/rooms/window/joined-document'),
      import('../../../../common/rooms/window/shared'),
      this.parts.line()
    ])
    if (!this.isAsked || this.document) return
    this.open = sharedIn
    const { text, session } = this.parts
    this.document = new JoinedDocument({
      line,
      path: () => (this.wentTo?.from === text.path ? this.wentTo.to : text.path),
      session,
      left: this.left?.shared ?? null,
      isBusy: () => text.buffer.isBusy?.() === true,
      news: this
    })
  }

  /** Another editor has the text; what was typed in the one before and is not shared yet is in it. */
  attached(): void {
    const { binding } = this
    if (this.parts.text.buffer.isWhole === true) {
      if (this.isAsked) this.goAlone()
    } else if (this.shared) this.bind(binding?.isBehind === true ? binding.from : null)
  }

  /** The text was changed here. */
  edited(): void {
    const { text, keeper } = this.parts
    if (this.company.following) this.company.follow(null)
    keeper.touch()
    this.binding?.edited()
    if (text.buffer.isBusy?.() !== true) this.document?.show()
    this.status.typed()
    clearTimeout(this.looking)
    this.looking = setTimeout(() => this.look(), PAUSE)
  }

  /** What may be done here may be otherwise than before. */
  allowed(): void {
    if (this.isForbidden) this.document?.rejoin()
  }

  /** Saves now. Resolves when that is done, or cannot be now. */
  async flush(): Promise<void> {
    this.parts.text.buffer.settle?.()
    this.look()
    const end = Date.now() + PATIENCE
    this.cannotBe = false
    // what is told may be of something else, such as a save of what was typed before
    while (this.isAsked && this.isUnsaved && !this.cannotBe && Date.now() < end) {
      const { document } = this
      if (!this.shared) {
        if (this.status.isAway) return
        await this.told.next(end - Date.now())
      } else if (document?.isThere !== true) {
        document?.resend()
        return
      } else {
        // what is no page waits for the file to become that text
        const isHeld = this.binding?.pass() === false
        await this.told.next(end - Date.now(), () => document.save())
        if (isHeld) return
      }
    }
  }

  /** Resolves when the file holds this content, or after a while. */
  async until(etag: string): Promise<void> {
    const end = Date.now() + PATIENCE
    while (this.isJoined && this.parts.text.base.etag !== etag && Date.now() < end)
      await this.told.next(PATIENCE)
  }

  /** It is not joined any more; what is typed from now on is saved as a whole. */
  leave(): void {
    this.unbind()
    this.shared?.close()
    this.shared = null
    this.begunLast = null
    this.left = null
    this.isAsked = false
    this.document?.end()
    this.document = null
    this.company.heard([])
    this.told.tell()
  }

  end(): void {
    this.isOver = true
    this.company.end()
    clearTimeout(this.looking)
    this.leave()
  }

  begun(begun: Begun): Promise<void> {
    // what is typed into what was there before is not heard of there any more
    this.unbind()
    this.shared?.close()
    this.shared = null
    this.begunLast = begun
    this.etag = etagOf(begun.hash)
    return this.start(begun)
  }

  private async start(begun: Begun): Promise<void> {
    const { text, keeper } = this.parts
    const { doc, kind, isBack, before, withLeft, outside } = begun
    const shown = text.read()
    const isOlder = () => this.isOver || this.begunLast !== begun
    if (await this.parts.rest()) await this.untilHeard()
    if (isOlder() || !this.open) return
    const shared = this.open(kind, doc)
    const was = before && baseOf(before, this.open)
    let base = was === null ? text.base.text : (this.stored ?? was)
    if (shared.kind === 'text' && this.stored !== null && was !== null) shared.wasBefore(was)
    this.stored = null
    if (this.left && isBack) base = textOf(this.left)
    else if (this.left)
      base = await broughtBack(this.left, {
        text,
        shared,
        withLeft,
        open: this.open,
        merged: this.parts.merged
      })
    // all of what is shown is there already
    else if (isBack && !before) base = text.read()
    if (isOlder()) return shared.close()
    this.left = null
    this.begunLast = null
    this.shared = shared
    // words of both can stay
    if (text.now.question?.kind === 'conflict') text.change({ question: null, status: { kind: 'typing' } })
    this.bind(base)
    // the source of a large page is saved as a whole
    if (this.shared !== shared) return
    if (outside && text.read() !== shown) this.tellOutside(outside.by, outside.isProgram, shown)
    this.company.moved()
    text.base = { ...text.base, etag: this.etag }
    text.change({ etag: this.etag })
    if (this.isUnsaved) this.status.typed()
    else this.status.allSaved()
    if (this.isUnsaved) await Promise.race([keeper.write(), pause(DRAFT_PATIENCE)])
    this.told.tell()
  }

  /** What was stored as a whole just before is heard of. */
  private async untilHeard(): Promise<void> {
    const end = Date.now() + HEARD
    while (this.parts.text.base.etag !== this.etag && Date.now() < end) await this.told.next(HEARD)
  }

  saved(hash: string, hasAll: boolean, isOwn: boolean): void {
    const { text } = this.parts
    this.etag = etagOf(hash)
    if (!this.shared) return this.told.tell()
    text.base = { ...text.base, etag: this.etag }
    if (hasAll && this.binding?.isBehind !== true) this.status.allSaved()
    if (this.etag !== text.now.etag) {
      const [other, ...more] = this.company.people
      const by = isOwn || !other || more.length > 0 ? null : namedOnly(other)
      text.change({ etag: this.etag, modifiedBy: by, modifiedAt: Date.now() })
    }
    this.told.tell()
  }

  notSaved(reason: string, message: string): void {
    this.cannotBe = true
    this.status.failed(reason, message)
    this.told.tell()
  }

  outside(by: Person, isProgram: boolean, change: () => void): void {
    const { text } = this.parts
    if (!this.shared) return change()
    const before = text.read()
    change()
    if (text.read() !== before) this.tellOutside(by, isProgram, before)
  }

  private tellOutside(by: Person, isProgram: boolean, before: string): void {
    const { text, nameOf } = this.parts
    const kind = this.isUnsaved ? 'merged' : 'changed'
    text.change({ notice: { kind, by: nameOf(by, isProgram), before, after: text.read() } })
  }

  moved(path: string): void {
    // whoever shows the document follows what the event stream tells of all files, in one go with its tab
    this.wentTo = { from: this.parts.text.path, to: contentPath(path) }
  }

  deleted(): void {
    this.cannotBe = true
    // the event stream tells who has deleted it
    this.told.tell()
  }

  back(): void {
    const { text } = this.parts
    if (text.now.question?.kind !== 'deleted') return
    text.change({ question: null, status: this.isUnsaved ? { kind: 'typing' } : { kind: 'saved' } })
  }

  came(): void {
    this.company.came()
  }

  here(people: readonly Here[]): void {
    this.company.heard(people)
  }

  rights(mayWrite: boolean): void {
    // which is told whenever it was joined
    this.isForbidden = false
    this.company.moved()
    this.status.joined(mayWrite)
  }

  refused(reason: string): void {
    this.cannotBe = true
    if (reason === 'not-found' && this.shared) {
      this.parts.gone()
      return this.told.tell()
    }
    if (reason === 'forbidden' && this.shared) {
      this.isForbidden = true
      this.status.forbidden()
      return this.told.tell()
    }
    // what was written here and is in no file is saved as a whole
    this.goAlone()
  }

  /** @param mayBeOther what is stored may not be what is shown */
  private goAlone(mayBeOther = false): void {
    const { left } = this
    this.leave()
    this.parts.alone(left, mayBeOther)
  }

  away(): void {
    this.cannotBe = true
    this.company.heard([])
    this.status.away()
    this.told.tell()
  }

  /** @param base what the text here came from, where words may be typed in it that are not shared yet */
  private bind(base: string | null): void {
    const { shared } = this
    const { text } = this.parts
    this.binding?.end()
    this.binding = null
    if (!shared || text.buffer.share?.(shared, base) === true) return
    if (text.buffer.isWhole === true) return this.goAlone(true)
    if (shared.kind !== 'text' && text.read().length > MOST_READ) return this.goAlone()
    this.binding = new TextBinding({
      shared,
      buffer: text.buffer,
      base: base ?? text.read(),
      followed: () => text.edited()
    })
  }

  private unbind(): void {
    this.binding?.end()
    this.binding = null
    this.parts.text.buffer.share?.(null, null)
  }

  /** Before what is typed is saved, it is looked at: what would be read as something else is mended. */
  private look(): void {
    clearTimeout(this.looking)
    const { text } = this.parts
    if (!this.shared || text.now.question) return
    if (this.isUnsaved) {
      const why = text.buffer.whyHeld?.() ?? null
      if (why !== null) this.status.failed('invalid', why)
      if (this.binding?.pass() === false) void this.storeWhole()
    }
    // what was typed was taken away again before it was shared
    if (!this.isUnsaved && text.now.status?.kind === 'typing') this.status.allSaved()
  }

  /** What is typed is no page any more: the file becomes that text, and is shared as one from then on. */
  private async storeWhole(): Promise<void> {
    const { text, service, session } = this.parts
    const whole = text.read()
    const { shape } = text.base
    try {
      // what others have written and is not in the file yet is in the text
      if (this.document?.isUnsaved === true) await this.told.next(PATIENCE, () => this.document?.save())
      if (text.read() !== whole) return void this.look()
      this.stored = whole
      await service.write(text.path, encodeText(whole, shape), { replaces: text.base.etag, session })
    } catch (problem) {
      this.stored = null
      const { reason, message } = problemWords(problem)
      this.status.failed(reason, message)
      clearTimeout(this.looking)
      this.looking = setTimeout(() => this.look(), PATIENCE)
    }
  }
}

/** Milliseconds that what is typed waits for its draft: a disk that takes none does not keep it here. */
const DRAFT_PATIENCE = 250

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** As the service names it. */
const etagOf = (hash: string): string => `"${hash}"`
