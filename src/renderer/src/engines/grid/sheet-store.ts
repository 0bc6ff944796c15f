import {
  BookHistory,
  cellText,
  readBook,
  renameColumn,
  sheetOf,
  setCells,
  typedCell,
  withSheet,
  writeBook,
  type Book,
  type BookEdit,
  type CellValue,
  type BookNote,
  type Sheet,
  type SheetView,
  type Step,
  type StepPlace
} from '../../../../common/formats/sheet'
import { sameRows } from '../../../../common/formats/sheet/same-rows'
import { createSignal } from '../../state/signal'
import { GridState } from './grid-state'
import { SharedHistory, type SharedSheets } from './shared-history'

/**
 * What is being typed and no step yet. It is part of the text all the same, so that a crash loses none of it
 * (E1).
 */
type Typing =
  | {
      readonly kind: 'cell'
      readonly sheet: number
      readonly row: number
      readonly slot: number
      readonly text: string
    }
  | { readonly kind: 'column'; readonly sheet: number; readonly slot: number; readonly text: string }

const READ_ONLY = 'This sheet is read only.'

/**
 * A document of sheets that is open: its steps, what is being typed, and where the person is in each sheet.
 */
export class SheetStore {
  /** Told of every step, and of changes from outside. */
  readonly changed = createSignal<void>()
  /** Told of every key that is typed into a cell. */
  readonly typed = createSignal<void>()
  /** Told when another sheet is shown. */
  readonly shown = createSignal<void>()
  /** Told when a step that was taken back, or done again, wants to be seen. */
  readonly revealed = createSignal<StepPlace>()

  private history: BookHistory | SharedHistory = new BookHistory()
  /** What can be taken back of what is shared, also while another view has it. */
  private ofShared: SharedHistory | null = null
  private readonly states = new Map<number, GridState>()
  private typing: Typing | null = null
  /** What was in the cell, or the name of the column, before something was typed; and how many steps there were. */
  private before: { readonly value: CellValue; readonly steps: number } | null = null
  private active: number

  constructor(
    private current: Book,
    /** What is odd in the file. */
    public notes: readonly BookNote[] = [],
    private isReadOnly = false
  ) {
    this.active = current.sheets[0]?.id ?? 0
  }

  get readOnly(): boolean {
    return this.isReadOnly
  }

  /** Whether this person may not change it. What is being typed when that comes is kept as it is. */
  lock(isReadOnly: boolean): void {
    if (isReadOnly === this.isReadOnly) return
    if (isReadOnly) this.endTyping(true)
    this.isReadOnly = isReadOnly
    this.changed.notify()
  }

  get book(): Book {
    return this.current
  }

  /** The sheet whose tab is chosen. */
  get sheet(): Sheet | undefined {
    return sheetOf(this.current, this.active) ?? this.current.sheets[0]
  }

  show(id: number): void {
    if (this.active === id || !sheetOf(this.current, id)) return
    this.active = id
    this.shown.notify()
  }

  /** Selection and view of a sheet, as long as the document is open. */
  stateOf(id: number): GridState {
    const known = this.states.get(id)
    if (known) return known
    const made = new GridState()
    this.states.set(id, made)
    return made
  }

  /** One step. @returns why it was not done, in words; null when it was, or changed nothing */
  step(
    title: string,
    edit: (book: Book) => BookEdit,
    at: Pick<Step, 'place' | 'view'> = { place: null }
  ): string | null {
    if (this.readOnly) return READ_ONLY
    const after = edit(this.current)
    if ('problem' in after) return after.problem
    if (after !== this.current) this.commit(after, { title, ...at })
    return null
  }

  /**
   * Another way to look at a sheet: sorted, filtered. A step as any other, so that undo takes back what was
   * done last (SH6).
   */
  look(id: number, title: string, view: SheetView): void {
    const state = this.stateOf(id)
    const seen = { sheet: id, before: state.view, after: view }
    this.history.push(this.current, this.current, { title, place: state.place(id), view: seen })
    state.setView(view)
    this.changed.notify()
  }

  /** One step in one sheet. @param view how it is looked at from then on @returns as `step` */
  edit(
    id: number,
    title: string,
    change: (sheet: Sheet) => Sheet | { readonly problem: string },
    view?: SheetView
  ): string | null {
    const sheet = sheetOf(this.current, id)
    if (!sheet || sheet.broken !== null) return 'This sheet cannot be changed here.'
    const state = this.stateOf(id)
    const after = change(sheet)
    if ('problem' in after) return this.readOnly ? READ_ONLY : after.problem
    if (after === sheet && view) this.look(id, title, view)
    if (after === sheet) return null
    const seen = view && { view: { sheet: id, before: state.view, after: view } }
    const problem = this.step(title, (book) => withSheet(book, after), { place: state.place(id), ...seen })
    if (problem === null && view) state.setView(view)
    return problem
  }

  /**
   * Others write in it too: what is done goes there as it is done, also each key, and what they write comes from
   * there. Null: nobody any more.
   */
  share(shared: SharedSheets | null): void {
    if (!shared) {
      if (this.history instanceof SharedHistory) this.history = new BookHistory()
      return
    }
    if (this.ofShared?.shared !== shared) this.ofShared = new SharedHistory(shared)
    this.ofShared.catchUp()
    this.history = this.ofShared
    this.follow(shared.book)
    const { typing } = this
    this.typing = null
    if (typing) this.type(typing)
  }

  /** Others have changed it. What is being typed stays as it is typed. */
  follow(book: Book): void {
    const { typing } = this
    if (typing && !stillThere(book, typing)) this.typing = null
    if (book !== this.current) this.settle(book)
  }

  /** The text in the cell that is being edited. */
  type(typing: Typing): void {
    if (this.readOnly) return
    const { history, typing: was } = this
    const isSame = was?.sheet === typing.sheet && was.slot === typing.slot && was.kind === typing.kind
    if (!isSame || (was.kind === 'cell' && typing.kind === 'cell' && was.row !== typing.row))
      this.before = null
    this.typing = typing
    if (history instanceof SharedHistory) this.typeShared(history, typing)
    this.typed.notify()
  }

  private typeShared(history: SharedHistory, typing: Typing): void {
    const sheet = sheetOf(this.current, typing.sheet)
    if (!sheet) return
    const isStep = this.before === null
    this.before ??= { value: valueAt(sheet, typing), steps: history.length }
    const after = typedInto(sheet, typing, this.before.value)
    if ('problem' in after || after === sheet) return
    const place = this.stateOf(typing.sheet).place(typing.sheet)
    history.edit(withSheet(this.current, after), { title: titleOf(typing), place }, isStep)
    this.current = history.shared.book
  }

  /** What is being typed becomes a step, or is forgotten. @returns why it could not become one, in words */
  endTyping(keep: boolean): string | null {
    const { typing } = this
    if (!typing) return null
    const { history } = this
    if (history instanceof SharedHistory) return this.endShared(history, typing, keep)
    this.typing = null
    const problem = keep
      ? this.edit(typing.sheet, titleOf(typing), (sheet) => typedInto(sheet, typing))
      : null
    this.typed.notify()
    return problem
  }

  private endShared(history: SharedHistory, typing: Typing, keep: boolean): string | null {
    const { before } = this
    const sheet = sheetOf(this.current, typing.sheet)
    const after = sheet && typedInto(sheet, typing, before?.value)
    // somebody else may have written there meanwhile: who ends later counts
    if (keep) this.typeShared(history, typing)
    else if (before) history.forget(before.steps)
    this.typing = null
    this.before = null
    this.settle(history.shared.book)
    this.typed.notify()
    return keep && after && 'problem' in after ? after.problem : null
  }

  get isTyping(): boolean {
    return this.typing !== null
  }

  /** Whether it is the cell that is being typed in. */
  isTypingIn({
    sheet,
    row,
    slot
  }: {
    readonly sheet: number
    readonly row: number
    readonly slot: number
  }): boolean {
    const { typing } = this
    return typing?.kind === 'cell' && typing.sheet === sheet && typing.row === row && typing.slot === slot
  }

  undo(): void {
    if (!this.isReadOnly) this.go(this.history.undo(this.current), 'before')
  }

  redo(): void {
    if (!this.isReadOnly) this.go(this.history.redo(this.current), 'after')
  }

  get undoTitle(): string | null {
    return this.isReadOnly ? null : this.history.undoTitle
  }

  get redoTitle(): string | null {
    return this.isReadOnly ? null : this.history.redoTitle
  }

  /** The file as it would be saved now, with what is being typed. */
  text(): string {
    const { typing } = this
    const sheet = typing ? sheetOf(this.current, typing.sheet) : undefined
    // what others write in too has it already
    if (!typing || !sheet || this.history instanceof SharedHistory) return writeBook(this.current)
    const after = typedInto(sheet, typing)
    return writeBook('problem' in after ? this.current : withSheet(this.current, after))
  }

  /**
   * Takes over a text from outside, as one step that can be taken back.
   * @returns false when it is none of sheets
   */
  take(text: string, title = 'Change from outside'): boolean {
    const reading = readBook(text)
    if (!('book' in reading)) return false
    const book = sameRows(this.current, reading.book)
    this.notes = reading.notes
    const { typing } = this
    if (typing && !stillThere(book, typing)) this.typing = null
    this.commit(book, { title, place: null })
    return true
  }

  private go(to: { readonly book: Book; readonly step: Step } | null, which: 'before' | 'after'): void {
    if (!to) return
    this.typing = null
    this.before = null
    const { place, view } = to.step
    this.settle(to.book)
    if (view) this.stateOf(view.sheet).setView(view[which])
    if (place && sheetOf(this.current, place.sheet)) {
      this.show(place.sheet)
      this.revealed.notify(place)
    }
  }

  private commit(book: Book, step: Step): void {
    const { history } = this
    history.push(this.current, book, step)
    this.settle(history instanceof SharedHistory ? history.shared.book : book)
  }

  private settle(book: Book): void {
    const before = this.current
    this.current = book
    for (const sheet of book.sheets) {
      const old = sheetOf(before, sheet.id)
      if (old) this.states.get(sheet.id)?.follow(old, sheet)
    }
    if (!sheetOf(book, this.active)) {
      const place = before.sheets.findIndex((sheet) => sheet.id === this.active)
      const next = book.sheets[Math.min(Math.max(0, place), book.sheets.length - 1)]
      this.active = next?.id ?? 0
      this.shown.notify()
    }
    this.changed.notify()
  }
}

const titleOf = ({ kind }: Typing): string => (kind === 'cell' ? 'Typing' : 'Rename column')

function valueAt(sheet: Sheet, typing: Typing): CellValue {
  if (typing.kind === 'column') return sheet.columns.find(({ slot }) => slot === typing.slot)?.name
  return sheet.rows.find(({ id }) => id === typing.row)?.cells[typing.slot]
}

/** @param first what was there before something was typed, where that is there no more: a number stays one by it */
function typedInto(sheet: Sheet, typing: Typing, first?: CellValue): Sheet | { readonly problem: string } {
  if (typing.kind === 'column') return renameColumn(sheet, typing.slot, typing.text)
  const row = sheet.rows.findIndex(({ id }) => id === typing.row)
  const { slot, text } = typing
  const now = sheet.rows[row]?.cells[slot]
  const before = first === undefined ? now : first
  if (row < 0) return sheet
  const value = cellText(before) === text ? before : typedCell(before, text)
  return setCells(sheet, [{ row, slot, value }])
}

function stillThere(book: Book, { sheet: id, slot, ...typing }: Typing): boolean {
  const sheet = sheetOf(book, id)
  if (!sheet?.columns.some((column) => column.slot === slot)) return false
  return typing.kind === 'column' || sheet.rows.some((row) => row.id === typing.row)
}
