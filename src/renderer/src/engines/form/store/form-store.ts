import type { FieldError } from '../../../../../common/schema/field-errors'
import type { ArrayField, Schema } from '../../../../../common/schema/fields'
import { isJsonArray, sameJson, type JsonValue } from '../../../../../common/json/value'
import { childPointer, indexOf, parentPointer, type Pointer } from '../../../../../common/json/pointer'
import { fieldAt, isReadOnlyAt, newItem } from '../../../../../common/schema'
import type { LetterPlace } from '../../../../../common/rooms/overlay/letters'
import type { Cells } from './cells'
import { changeTitle, FormSteps } from './form-steps'
import type { SharedFormData } from './shared-steps'
import { ShownData, type Manner } from './shown-data'
import { createSignal } from '../../../state/signal'

/**
 * The data of one open form: who shows a place listens to that place alone, every change can be taken back,
 * and errors are told only where they come and go. The data is rooted at itself: pointers have no `/data` in
 * front.
 */
export class FormStore {
  /** Asks the view to show a place and put the cursor there. */
  readonly revealed = createSignal<Pointer>()
  readonly folded = new Set<string>()
  readonly foldsChanged = createSignal<void>()

  private readonly shown: ShownData
  private readonly steps: FormSteps

  constructor(
    readonly schema: Schema,
    data: JsonValue,
    readonly readOnly = false
  ) {
    this.shown = new ShownData(schema, data)
    this.steps = new FormSteps(schema, this.shown)
  }

  /** Told of every change of the data. */
  get changed() {
    return this.shown.changed
  }

  /** Told when lists change, or everything may have. */
  get restructured() {
    return this.shown.restructured
  }

  get errorsChanged() {
    return this.shown.errorsChanged
  }

  get stepsChanged() {
    return this.steps.changed
  }

  get data(): JsonValue {
    return this.shown.root
  }

  value(pointer: Pointer): JsonValue | undefined {
    return this.shown.value(pointer)
  }

  cell(pointer: Pointer): ReturnType<Cells['of']> {
    return this.shown.cells.of(pointer)
  }

  get errorCount(): number {
    return this.shown.errorCount
  }

  errors(): readonly FieldError[] {
    return this.shown.errors()
  }

  error(pointer: Pointer): FieldError | null {
    return this.shown.error(pointer)
  }

  nextError(after: Pointer | null, step: 1 | -1 = 1): FieldError | null {
    return this.shown.nextError(after, step)
  }

  /** Numbers that stay with the items of a list; the very same array until the list changes. */
  items(list: Pointer): readonly number[] {
    return this.shown.items(list)
  }

  /** A name of the place that moves with the items of lists. */
  identity(pointer: Pointer): string {
    return this.shown.identity(pointer)
  }

  /** `undefined`, `null` and `''` clear the place. A value that is there already changes nothing. */
  set(pointer: Pointer, value: JsonValue | undefined, manner: Manner = 'at-once'): void {
    if (!this.mayChange(pointer)) return
    const next = value === null || value === '' ? undefined : value
    const before = this.value(pointer)
    if (sameJson(before, next) || (next === undefined && before === '')) return
    this.steps.perform(
      {
        pointer,
        before,
        after: next,
        keys: null,
        title: changeTitle(pointer),
        focus: pointer,
        typing: manner === 'typing'
      },
      manner
    )
  }

  insert(
    list: Pointer,
    index: number,
    item: JsonValue | undefined = this.blankItem(list),
    title = 'Add item'
  ): void {
    const old = this.listAt(list)
    if (item === undefined || !this.mayGrow(list)) return
    const keys = this.items(list)
    this.relist(
      list,
      [...old.slice(0, index), item, ...old.slice(index)],
      [...keys.slice(0, index), this.shown.keys.fresh(), ...keys.slice(index)],
      title,
      index
    )
  }

  duplicate(list: Pointer, index: number): void {
    const item = this.listAt(list)[index]
    if (item !== undefined) this.insert(list, index + 1, item, 'Duplicate item')
  }

  remove(list: Pointer, index: number, title = 'Remove item'): void {
    const old = this.listAt(list)
    const without = <T>(items: readonly T[]) => items.filter((_, at) => at !== index)
    this.relist(list, without(old), without(this.items(list)), title, Math.min(index, old.length - 2))
  }

  move(list: Pointer, from: number, to: number): void {
    const old = this.listAt(list)
    if (from === to || to < 0 || to >= old.length) return
    this.relist(list, moved(old, from, to), moved(this.items(list), from, to), 'Move item', to)
  }

  /**
   * Others write in it too: what is done goes there as it is done, also each key, and what they write comes from
   * there. Null: nobody any more.
   * @param isFresh nothing is in it yet: what a new document begins with is written with the first change
   */
  share(shared: SharedFormData | null, isFresh = false): void {
    this.steps.share(shared, isFresh)
  }

  /** Others have changed it. What is being typed stays as it is typed. */
  follow(): void {
    this.steps.follow()
  }

  /** Whether somebody is typing in this place. */
  isTypingIn(pointer: Pointer): boolean {
    return this.steps.isTypingIn(pointer)
  }

  /** A place in a long text that goes along with what others write in it; null while nobody can. */
  letterAt(pointer: Pointer, index: number): LetterPlace | null {
    return this.steps.letterAt(pointer, index)
  }

  indexOfLetter(pointer: Pointer, place: LetterPlace): number | null {
    return this.steps.indexOfLetter(pointer, place)
  }

  /** Everything at once, from elsewhere: another person, another view. One step that can be taken back. */
  replace(data: JsonValue, title = 'Take over changes'): void {
    if (sameJson(this.data, data)) return
    this.steps.perform(
      { pointer: '', before: this.data, after: data, keys: null, title, focus: '', typing: false },
      'at-once'
    )
  }

  /**
   * The data as another view of it has it now. Typing there joins into steps as typing here does, and going
   * back there goes back here.
   */
  take(data: JsonValue, title: string): void {
    if (this.readOnly || sameJson(this.data, data)) return
    this.steps.take(data, title)
  }

  undo(): boolean {
    return this.goBack('before')
  }

  redo(): boolean {
    return this.goBack('after')
  }

  get undoTitle(): string | null {
    return this.readOnly ? null : this.steps.undoTitle
  }

  get redoTitle(): string | null {
    return this.readOnly ? null : this.steps.redoTitle
  }

  /** Typing in another place, or leaving this one, begins a new step. */
  cutStep(): void {
    this.steps.cut()
  }

  setFolded(identities: readonly string[], folded: boolean): void {
    for (const identity of identities) {
      if (folded) this.folded.add(identity)
      else this.folded.delete(identity)
    }
    this.foldsChanged.notify()
  }

  /** Whether this person and the schema let the place be changed (map A: `readOnly`). */
  mayChange(pointer: Pointer): boolean {
    return !this.readOnly && !isReadOnlyAt(this.schema, pointer)
  }

  /** Whether the list can take one more item. */
  mayGrow(list: Pointer): boolean {
    const field = this.listField(list)
    if (!field || !this.mayChange(list)) return false
    return field.maxItems === null || this.listAt(list).length < field.maxItems
  }

  mayArrange(list: Pointer): boolean {
    return this.listField(list) !== null && this.mayChange(list)
  }

  private blankItem(list: Pointer): JsonValue | undefined {
    const field = this.listField(list)
    return field ? newItem(field) : undefined
  }

  private listField(list: Pointer): ArrayField | null {
    const field = fieldAt(this.schema, list)
    return field?.kind === 'array' ? field : null
  }

  private listAt(list: Pointer): readonly JsonValue[] {
    const value = this.value(list)
    return isJsonArray(value) ? value : []
  }

  private relist(
    list: Pointer,
    items: readonly JsonValue[],
    keys: readonly number[],
    title: string,
    focus: number
  ): void {
    if (!this.mayArrange(list)) return
    this.steps.perform(
      {
        pointer: list,
        before: this.value(list),
        after: items,
        keys: { before: this.items(list), after: keys },
        title,
        focus: focus < 0 ? list : childPointer(list, focus),
        typing: false
      },
      'at-once'
    )
  }

  private goBack(to: 'before' | 'after'): boolean {
    if (this.readOnly) return false
    const focus = this.steps.goBack(to)
    if (focus !== null) this.revealed.notify(this.nearest(focus))
    return focus !== null
  }

  /**
   * The place itself; of an item that is gone the one before it, or its list; else what is left of the way to
   * it.
   */
  private nearest(pointer: Pointer): Pointer {
    for (let at = pointer; at !== ''; at = parentPointer(at)) {
      const list = this.value(parentPointer(at))
      if (isJsonArray(list) && this.value(at) === undefined) {
        if (list.length === 0) continue
        const index = indexOf(at.slice(at.lastIndexOf('/') + 1)) ?? 0
        return childPointer(parentPointer(at), Math.max(0, Math.min(index, list.length) - 1))
      }
      if (this.value(at) !== undefined || fieldAt(this.schema, at)) {
        if (this.value(parentPointer(at)) !== undefined || parentPointer(at) === '') return at
      }
    }
    return ''
  }
}

function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
