import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state'
import { readPage } from '../../../../common/formats/page/read'
import { writePage } from '../../../../common/formats/page/write'
import type { DocumentSession } from '../../documents'
import type { TextBuffer } from '../../documents/text-buffer'
import { createSignal } from '../../state/signal'
import { becomePage } from './difference'
import { fromElsewhere } from './islands/in-place'
import { atWritingPlace } from './writing-place'

/** Who draws the page; told of every state that it is to show. */
interface PageDrawing {
  updateState(state: EditorState): void
}

/**
 * An open document as a page: the session's text while somebody writes in it as its readers see it (VE3). The text is written only when
 * somebody needs it (a save, a draft), and remembered until the next change; what comes from elsewhere becomes one step of the history.
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

  constructor(
    private readonly session: DocumentSession,
    private readonly plugins: () => readonly Plugin[]
  ) {
    this.text = session.text()
    this.take(this.text)
  }

  /** The page takes the text over, if another view has had it. */
  takeOver(): void {
    if (this.session.attached === this) return
    const text = this.session.text()
    this.session.attach(this)
    if (text !== this.read()) this.write(text)
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
      this.text = writePage(this.opened.doc)
      this.isBehind = false
    }
    return this.text
  }

  write(text: string): void {
    this.text = text
    this.isBehind = false
    this.take(text)
    this.changed.notify()
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
    if (isEdited) this.isBehind = true
    this.drawing?.updateState(state)
    if (isEdited) this.session.edited()
  }

  private take(text: string): void {
    const reading = readPage(text)
    this.why = 'refused' in reading ? reading.refused.sentence : null
    if ('refused' in reading) return
    this.opened = this.opened ? this.replaced(this.opened, reading.page) : this.begun(reading.page)
    this.drawing?.updateState(this.opened)
  }

  private begun(doc: Node): EditorState {
    const state = EditorState.create({ doc, plugins: [...this.plugins()] })
    return state.apply(atWritingPlace(state))
  }

  private replaced(state: EditorState, doc: Node): EditorState {
    this.isCut = true
    return state.apply(fromElsewhere(closeHistory(becomePage(state.tr, doc))))
  }
}
