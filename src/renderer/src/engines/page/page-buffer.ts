import { closeHistory, undoDepth } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Plugin, type Transaction } from 'prosemirror-state'
import { afreshAt, isNewReadBack, isReadBack, mendOf, piecesOf } from '../../../../common/formats/page/mend'
import { readPage } from '../../../../common/formats/page/read'
import { writePage } from '../../../../common/formats/page/write'
import { become } from '../../../../common/rooms/flat/becoming'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { SharedPage } from '../../../../common/rooms/window/shared-page'
import type { DocumentSession } from '../../documents'
import type { TextBuffer } from '../../documents/text-buffer'
import { createSignal } from '../../state/signal'
import { countDifference } from './check/differences'
import { becomePage } from './difference'
import { fromElsewhere } from './islands/in-place'
import { sharingHistory } from './page-history'
import { withTypedLine } from './typed-line'
import { words } from './words'
import { atWritingPlace } from './writing-place'

/** Who draws the page; told of every state that it is to show. */
interface PageDrawing {
  /** An input method is at work. */
  readonly isAtInput: boolean
  /** The person may have gone elsewhere just now: after this the state knows. */
  takeCaret(): void
  updateState(state: EditorState): void
}

/**
 * An open document as a page: the session's text while somebody writes in it as its readers see it (VE3). The
 * text is written only when somebody needs it (a save, a draft), and remembered until the next change; what
 * comes from elsewhere becomes one step of the history.
 */
export class PageBuffer implements TextBuffer {
  /** Another text, or another answer to whether it is a page that can be written in. */
  readonly changed = createSignal<void>()
  drawing: PageDrawing | null = null
  private text: string
  /** Whether `text` is older than the state. */
  private isBehind = false
  private why: string | null = null
  private opened: EditorState | null = null
  /** What comes next is a step of its own. */
  private isCut = false
  /** Pieces that are read as what they are. */
  private known = new WeakSet<Node>()
  /** It was read as something else than what is shown, and no other way to write it is known. */
  private isHeld = false
  /** What others write in too; null while nobody can. */
  private shared: SharedPage | null = null

  constructor(
    private readonly session: DocumentSession,
    private readonly plugins: () => readonly Plugin[],
    private readonly writer: (page: Node) => string = writePage
  ) {
    this.text = session.text()
    this.take(this.text)
  }

  /** The page takes the text over, if another view has had it. */
  takeOver(): void {
    if (this.session.attached === this) return
    const text = this.session.text()
    if (text !== this.read()) this.write(text)
    this.session.attach(this)
  }

  /** Reads the text as it is now, also while another view has it. @returns as `refusal` */
  look(): string | null {
    const text = this.session.text()
    if (this.session.attached !== this && text !== this.read()) this.write(text)
    return this.why
  }

  /** Why the text is not a page that can be written in, in a sentence; null when it is one (VE9). */
  get refusal(): string | null {
    return this.why
  }

  /** The page as it is now; null while there is none. */
  get state(): EditorState | null {
    return this.why === null ? this.opened : null
  }

  read(): string {
    if (this.isBehind && this.opened) {
      this.text = this.writer(this.opened.doc)
      this.isBehind = false
    }
    return this.text
  }

  write(text: string): void {
    this.text = text
    this.isBehind = false
    const before = this.opened
    this.take(text)
    if (before && this.opened && this.why === null) this.pass(before, this.opened, true)
    this.changed.notify()
  }

  share(shared: Shared | null, base: string | null): boolean {
    if (!shared && !this.shared) return false
    this.drawing?.takeCaret()
    if (this.shared) this.shared.viewer = null
    const next = shared?.kind === 'page' && this.opened && this.why === null ? shared : null
    this.shared = next
    this.shareHistory(next)
    if (!next || !this.opened) return false
    next.viewer = {
      held: () => {
        this.drawing?.takeCaret()
        return this.opened ? endsOf(this.opened) : []
      },
      changed: (page, held) => this.become(page, held)
    }
    // where nothing was typed there is nothing to carry in
    const from = base === null || base === this.read() ? null : readPage(base)
    if (from && 'page' in from) next.carryPage(from.page, this.opened.doc)
    this.become(next.page, null)
    return true
  }

  /** Where one is, as others are told; null while nobody can be. */
  place(): Uint8Array | null {
    const { opened, shared } = this
    return opened && shared ? shared.placeOf(opened.selection.anchor, opened.selection.head) : null
  }

  /** Where a place of others is in the page; null where it is nowhere. */
  rangeOf(place: Uint8Array): readonly [anchor: number, head: number] | null {
    const range = this.shared?.rangeOf(place) ?? null
    const size = this.opened?.doc.content.size ?? 0
    return range && range.every((at) => at <= size) ? range : null
  }

  isBusy(): boolean {
    return this.drawing?.isAtInput === true
  }

  /**
   * What is new is read back before each save, and what would be read as something else is written another
   * way (VE1).
   */
  whyHeld(): string | null {
    const { state, known, writer } = this
    if (!state) return null
    const isSound = this.isHeld
      ? isReadBack(state.doc, writer)
      : isNewReadBack(state.doc, known, writer) || this.mend()
    if (!isSound) return words.held
    this.isHeld = false
    this.know(this.opened?.doc)
    return null
  }

  /**
   * Reads all of the page back, and writes afresh the smallest part of it that would be read as something
   * else. That can be taken back as little as it was done by anybody.
   * @returns false where that does not help: nothing is saved until the page is another one
   */
  mend(): boolean {
    const { state, writer } = this
    if (!state) return true
    const found = mendOf(state.doc, writer)
    this.isHeld = found.kind === 'broken'
    if (found.kind === 'fine') return true
    countDifference(found.kind)
    if (found.kind === 'broken') return false
    const tr = becomePage(state.tr, afreshAt(state.doc, found.path))
    this.dispatch(fromElsewhere(tr).setMeta('addToHistory', false))
    return true
  }

  /** Takes a change of the page that a person makes. */
  dispatch(tr: Transaction): void {
    const { opened } = this
    if (!opened || this.why !== null) return
    if (tr.docChanged && this.isCut) {
      closeHistory(tr)
      this.isCut = false
    }
    const { state, transactions } = opened.applyTransaction(tr)
    this.opened = state
    const isEdited = transactions.some(({ docChanged }) => docChanged)
    if (isEdited) {
      this.isBehind = true
      this.pass(opened, state, undoDepth(state) > undoDepth(opened))
    }
    this.drawing?.updateState(this.opened)
    if (isEdited) this.session.edited()
  }

  /** What the person did goes to the others; what cannot be shared as it is becomes the nearest that can. */
  private pass(before: EditorState, now: EditorState, isStep: boolean): void {
    const { shared } = this
    if (!shared) return
    shared.edit(now.doc, endsOf(before), endsOf(now), isStep)
    if (!shared.shows(now.doc)) this.become(shared.page, null)
  }

  /** Shows what others, or an undo, have made of the page. */
  private become(page: Node, held: readonly number[] | null): void {
    const { opened, shared } = this
    if (!opened || !shared) return
    const [anchor, head] = held ?? []
    const ends = anchor === undefined || head === undefined ? undefined : ([anchor, head] as const)
    this.opened = opened.apply(fromElsewhere(become(opened.tr, page, ends)))
    this.isBehind = true
    shared.shows(this.opened.doc)
    this.drawing?.updateState(this.opened)
    this.session.followed()
  }

  private shareHistory(shared: SharedPage | null): void {
    if (!this.opened) return
    const step = (take: () => readonly number[] | null) => () => {
      const [anchor, head] = take() ?? []
      if (anchor === undefined || !this.opened || !this.shared) return
      const end = head ?? anchor
      const { tr } = this.opened
      const size = tr.doc.content.size
      const ends = [anchor, end].map((at) => tr.doc.resolve(Math.min(at, size)))
      if (ends[0] && ends[1])
        this.dispatch(tr.setSelection(TextSelection.between(ends[0], ends[1])).scrollIntoView())
    }
    const history = shared && {
      get canUndo() {
        return shared.canUndo
      },
      get canRedo() {
        return shared.canRedo
      },
      undo: step(() => shared.undo()),
      redo: step(() => shared.redo())
    }
    this.opened = this.opened.apply(sharingHistory(this.opened.tr, history))
    this.drawing?.updateState(this.opened)
  }

  private take(text: string): void {
    const reading = readPage(text)
    this.why = 'refused' in reading ? reading.refused.sentence : null
    if ('refused' in reading) return
    this.opened = this.opened ? this.replaced(this.opened, reading.page) : this.begun(reading.page)
    this.isHeld = false
    this.know(this.opened.doc)
    this.drawing?.updateState(this.opened)
  }

  private know(doc: Node | undefined): void {
    if (doc) for (const piece of piecesOf(doc)) this.known.add(piece)
  }

  private begun(doc: Node): EditorState {
    const state = EditorState.create({ doc, plugins: [...this.plugins()] })
    return state.apply(atWritingPlace(state))
  }

  private replaced(state: EditorState, doc: Node): EditorState {
    this.isCut = true
    return state.apply(fromElsewhere(closeHistory(becomePage(state.tr, withTypedLine(state, doc)))))
  }
}

/** Where the ends of the selection are. */
const endsOf = ({ selection }: EditorState): readonly number[] => [selection.anchor, selection.head]
