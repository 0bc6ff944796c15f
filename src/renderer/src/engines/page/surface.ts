import { TextSelection, type Command, type EditorState, type Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { nameOf } from '../../../../common/content/paths'
import { visibleText } from '../../../../common/content/visible-text'
import { personName } from '../../components/person'
import type { DocumentSession } from '../../documents'
import type { Company } from '../../documents/together/company'
import { createSignal } from '../../state/signal'
import type { AskedMenu, NameOffer } from './context'
import { keepWindow, takePicturesOf, type GivenPicture } from './images/given'
import { takeCaret } from './last-caret'
import { directionOf, languageOf } from './language'
import type { PageBuffer } from './page-buffer'
import { othersIn, withOthers, type Other } from './others'
import { offsetOfSelection, selectionAtOffset } from './places'
import { labelParts } from './views/labels'
import { nameForm } from './views/metadata-head'
import { markViews, nodeViews } from './views/nodes'
import { element } from './views/parts'
import { words } from './words'
import 'prosemirror-view/style/prosemirror.css'
import 'prosemirror-gapcursor/style/gapcursor.css'
import './page.css'

/**
 * Where a page is drawn and written in. It outlives the views that show it: what was chosen, and how far it
 * was scrolled, stays.
 */
export class PageSurface {
  /** What scrolls; it stands where a view puts it. */
  readonly element: HTMLElement
  /** After each change of the page, or of what is chosen in it. */
  readonly changed = createSignal<void>()
  readonly menuAsked = createSignal<AskedMenu>()
  /** A form was asked for: of the page's metadata, or of the section's. */
  readonly formAsked = createSignal<'page' | 'section'>()
  /** Pictures that somebody brings to the page. */
  readonly givenPictures = createSignal<readonly GivenPicture[]>()
  /** Words for whoever does not see what happened. */
  readonly said = createSignal<string>()
  private nameOffers: (typed: string) => readonly NameOffer[] = () => []
  private view: EditorView | null = null
  private isReadOnly = false
  private isSpelled = false
  private scrolled = 0
  private leave: () => void = () => undefined
  private lastSelection: Selection | null = null

  constructor(
    private readonly buffer: PageBuffer,
    private readonly session: DocumentSession
  ) {
    this.element = element('div', { class: 'pe-scroll' })
    keepWindow(this.element)
    this.element.addEventListener('scroll', () => {
      if (this.element.isConnected && this.element.clientHeight > 0) this.scrolled = this.element.scrollTop
    })
    const isAtInput = () => this.view?.composing === true
    buffer.drawing = {
      get isAtInput() {
        return isAtInput()
      },
      takeCaret: () => this.takeCaret(),
      updateState: (state) => this.draw(state)
    }
    const { company } = session
    if (!company) return
    const ends = [
      company.changed.subscribe(() => this.drawOthers(company)),
      company.led(
        (at, isAsked) => this.goToPlace(at, isAsked),
        () => this.buffer.place()
      )
    ]
    this.leave = () => ends.forEach((end) => end())
  }

  /** It stands in the window now, or is seen again. */
  shown(): void {
    const { state } = this.buffer
    if (!this.view && state) this.view = this.open(state)
    // asked of one that has just been made, it would be laid out at once
    if (this.scrolled > 0) this.element.scrollTop = this.scrolled
  }

  /** Whether the person may write here. */
  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly === this.isReadOnly) return
    this.isReadOnly = isReadOnly
    this.view?.setProps({ editable: () => !isReadOnly })
    for (const names of this.element.querySelectorAll<HTMLButtonElement>('.pe-names'))
      names.disabled = isReadOnly
    for (const form of this.element.querySelectorAll('.pe-form')) nameForm(form, isReadOnly)
  }

  /** Whether its words are checked by what this computer has (VE21); a browser would fetch its dictionaries. */
  setSpelled(isSpelled: boolean): void {
    if (isSpelled === this.isSpelled) return
    this.isSpelled = isSpelled
    this.view?.setProps({})
  }

  get state(): EditorState | null {
    return this.buffer.state
  }

  /** The language that the page says it is in, for the checker and for who reads it out. */
  get language(): string | null {
    return this.state && languageOf(this.state.doc)
  }

  private get direction(): string | null {
    return this.state && directionOf(this.state.doc)
  }

  /** Runs a command on what is chosen. @returns whether it could be done */
  run(command: Command, focus = true): boolean {
    const { view } = this
    if (!view || this.isReadOnly) return false
    if (focus) view.focus()
    return command(view.state, view.dispatch, view)
  }

  /** Whether a command can be done now. */
  can(command: Command): boolean {
    const { state } = this
    return state !== null && !this.isReadOnly && command(state, undefined, this.view ?? undefined)
  }

  /**
   * Runs a command that only chooses, or marks something: also where nobody may write. The keyboard stays
   * where it is.
   */
  look(command: Command): boolean {
    const { state } = this
    return state !== null && command(state, (tr) => this.buffer.dispatch(tr))
  }

  /**
   * Scrolls to what lies at the place: what is far away is laid out only then, and measured wrongly before.
   */
  bringIntoView(pos: number): void {
    const { view } = this
    if (!view) return
    const $pos = view.state.doc.resolve(pos)
    const drawn = view.nodeDOM($pos.depth > 1 ? $pos.before(2) : $pos.depth > 0 ? $pos.before(1) : pos)
    if (drawn instanceof Element) drawn.scrollIntoView({ block: 'nearest' })
  }

  /** Where in the source of the page what is chosen begins; null where it does not say. */
  offset(): number | null {
    const { state } = this
    return state && offsetOfSelection(state)
  }

  /** Chooses what the source has at this offset. */
  goToOffset(offset: number): void {
    const { state } = this
    const selection = state && selectionAtOffset(state.doc, this.buffer.read(), offset)
    if (selection) this.buffer.dispatch(state.tr.setSelection(selection).scrollIntoView())
  }

  focus(): void {
    this.view?.focus()
    const { view } = this
    if (view) view.dispatch(view.state.tr.scrollIntoView())
  }

  hasFocus(): boolean {
    return this.view?.hasFocus() === true
  }

  /** Chooses this, and shows it. */
  choose(selection: Selection): void {
    const { view } = this
    if (!view) return
    view.focus()
    view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
  }

  /** Says which names a block may get by what is typed: who knows the site does. */
  offerNames(offers: (typed: string) => readonly NameOffer[]): void {
    this.nameOffers = offers
  }

  /** Where in the window a place of the page is drawn; null while the page is not. */
  placeInWindow(pos: number): ReturnType<EditorView['coordsAtPos']> | null {
    return this.view && this.view.coordsAtPos(pos)
  }

  /** The place of the page that is drawn there; null where none is. */
  posAt(left: number, top: number): number | null {
    return this.view?.posAtCoords({ left, top })?.pos ?? null
  }

  /** As if it was typed; the end of a line is Enter. */
  type(text: string): void {
    const { view } = this
    if (!view || this.isReadOnly) return
    text.split('\n').forEach((line, at) => {
      if (at > 0) {
        const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13 })
        view.someProp('handleKeyDown', (handle) => handle(view, enter))
      }
      if (line !== '') view.dispatch(view.state.tr.insertText(line).scrollIntoView())
    })
  }

  /** Opens the field for the name of the block that is chosen, or that the caret is in. */
  renameBlock(): void {
    const { view } = this
    if (!view) return
    const at = view.domAtPos(view.state.selection.from + (view.state.selection.empty ? 0 : 1)).node
    const near = at instanceof Element ? at : at.parentElement
    near?.closest('.pe-block')?.dispatchEvent(new Event('pe-rename', { bubbles: true }))
  }

  /** Opens a block that shows no more than its head, around this place. */
  unfold(pos: number): void {
    const at = this.view?.domAtPos(pos).node
    const near = at instanceof Element ? at : at?.parentElement
    near?.closest('.pe-block')?.dispatchEvent(new Event('pe-unfold'))
  }

  /** What the node at the place is drawn as; null while it is not. */
  elementAt(pos: number): HTMLElement | null {
    const dom = this.view?.nodeDOM(pos)
    return dom instanceof HTMLElement ? dom : null
  }

  close(): void {
    this.leave()
    this.buffer.drawing = null
    this.view?.destroy()
    this.view = null
    this.element.remove()
  }

  /** Others see where one is. */
  private tellPlace({ selection }: EditorState): void {
    if (this.lastSelection?.eq(selection) === true) return
    this.lastSelection = selection
    this.session.company?.moved('page')
  }

  private takeCaret(): void {
    if (this.view?.hasFocus() === true) takeCaret(this.view)
  }

  private drawOthers(company: Company): void {
    this.takeCaret()
    const { state } = this.buffer
    if (!state) return
    const shown = company.people.flatMap((one): Other[] => {
      const range = one.at && this.buffer.rangeOf(one.at)
      if (!range) return []
      const [anchor, head] = range
      return [{ who: one.who, name: personName(one), colour: one.colour, anchor, head }]
    })
    if (shown.length > 0 || othersIn(state).length > 0) this.buffer.dispatch(withOthers(state.tr, shown))
  }

  private goToPlace(at: Uint8Array, isAsked: boolean): boolean {
    const range = this.buffer.rangeOf(at)
    const { state } = this.buffer
    if (!range || !state || !this.element.isConnected) return false
    this.bringIntoView(range[1])
    if (isAsked) this.choose(TextSelection.near(state.doc.resolve(range[1])))
    return true
  }

  private draw(state: EditorState): void {
    this.view?.updateState(state)
    this.tellPlace(state)
    this.changed.notify()
  }

  private open(state: EditorState): EditorView {
    const context = {
      path: () => this.session.path,
      askMenu: (asked: AskedMenu) => this.menuAsked.notify(asked),
      askForm: (of: 'page' | 'section') => this.formAsked.notify(of),
      nameOffers: (typed: string) => this.nameOffers(typed),
      say: (text: string) => this.said.notify(text)
    }
    const view = new EditorView(this.element, {
      state,
      editable: () => !this.isReadOnly,
      dispatchTransaction: (tr) => this.buffer.dispatch(tr),
      nodeViews: nodeViews(context),
      markViews,
      attributes: () => ({
        class: 'pe-page',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': visibleText(words.page(nameOf(this.session.path))),
        'aria-readonly': String(this.isReadOnly),
        'data-page-surface': '',
        spellcheck: String(this.isSpelled),
        ...(this.language !== null && { lang: this.language }),
        ...(this.direction !== null && { dir: this.direction }),
        autocorrect: 'off',
        // what nobody may write in can be scrolled and read by keyboard all the same
        tabindex: '0'
      })
    })
    takePicturesOf(view, (given) => this.givenPictures.notify(given))
    // React walks through all that a focused element holds, at each of its commits, to bring back what was
    // chosen there if it asks to be written in; the page keeps that itself
    Object.defineProperty(view.dom, 'contentEditable', { value: 'inherit' })
    labelParts(view)
    return view
  }
}
