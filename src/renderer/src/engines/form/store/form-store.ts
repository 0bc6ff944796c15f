import type { FieldError } from '../../../../../common/schema/field-errors'
import type { ArrayField, Schema } from '../../../../../common/schema/fields'
import { isJsonArray, sameJson, type JsonValue } from '../../../../../common/json/value'
import {
  childPointer,
  indexOf,
  parentPointer,
  valueAt,
  type Pointer
} from '../../../../../common/json/pointer'
import {
  createValidation,
  fieldAt,
  isReadOnlyAt,
  newItem,
  type Validation
} from '../../../../../common/schema'
import { isLongText } from '../../../../../common/rooms/overlay/form-text'
import type { LetterPlace } from '../../../../../common/rooms/overlay/letters'
import { createCells, type Cells } from './cells'
import { changedPlace, sameBeside } from './changed-place'
import { createUndoStack, type Change } from './history'
import { createItemKeys } from './item-keys'
import { copiedKeys, createSharedKeys } from './shared-keys'
import { placed } from './placed'
import { SharedSteps, type SharedFormData } from './shared-steps'
import { createSignal } from '../../../state/signal'

/** The path of what is being typed in, and what was typed. */
interface Held {
  readonly path: string
  readonly value: JsonValue | undefined
}

/** A place whose value is another one; `keys`: which item is which now. */
interface Changed {
  readonly pointer: Pointer
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly keys: readonly number[] | null
}

/** `typing`: joins with what was typed in the same place just before, and is saved when typing pauses. */
type Manner = 'typing' | 'at-once'

/**
 * The data of one open form: who shows a place listens to that place alone, every change can be taken back,
 * and errors are told only where they come and go. The data is rooted at itself: pointers have no `/data` in
 * front.
 */
export class FormStore {
  /** Told of every change of the data. */
  readonly changed = createSignal<Manner>()
  /** Told when lists change, or everything may have. */
  readonly restructured = createSignal<Pointer>()
  readonly errorsChanged = createSignal<void>()
  readonly stepsChanged = createSignal<void>()
  /** Asks the view to show a place and put the cursor there. */
  readonly revealed = createSignal<Pointer>()
  readonly folded = new Set<string>()
  readonly foldsChanged = createSignal<void>()

  private readonly cells: Cells = createCells(
    (pointer) => this.value(pointer),
    (pointer) => this.validation.error(pointer)
  )
  private keys = createItemKeys()
  private steps = createUndoStack()
  /** While others write in it too. */
  private together: SharedSteps | null = null
  /** The last that others wrote in. */
  private last: SharedSteps | null = null
  /** What is being typed in, which is not changed under the hands of who types; long texts are, by letters. */
  private held: Held | null = null
  private readonly validation: Validation

  constructor(
    readonly schema: Schema,
    private root: JsonValue,
    readonly readOnly = false
  ) {
    this.validation = createValidation(schema, root)
  }

  get data(): JsonValue {
    return this.root
  }

  value(pointer: Pointer): JsonValue | undefined {
    return valueAt(this.root, pointer)
  }

  cell(pointer: Pointer): ReturnType<Cells['of']> {
    return this.cells.of(pointer)
  }

  get errorCount(): number {
    return this.validation.count
  }

  errors(): readonly FieldError[] {
    return this.validation.list()
  }

  error(pointer: Pointer): FieldError | null {
    return this.validation.error(pointer)
  }

  nextError(after: Pointer | null, step: 1 | -1 = 1): FieldError | null {
    return this.validation.next(after, step)
  }

  /** Numbers that stay with the items of a list; the very same array until the list changes. */
  items(list: Pointer): readonly number[] {
    return this.keys.of(this.root, list)
  }

  /** A name of the place that moves with the items of lists. */
  identity(pointer: Pointer): string {
    return this.keys.identity(this.root, pointer)
  }

  /** `undefined`, `null` and `''` clear the place. A value that is there already changes nothing. */
  set(pointer: Pointer, value: JsonValue | undefined, manner: Manner = 'at-once'): void {
    if (!this.mayChange(pointer)) return
    const next = value === null || value === '' ? undefined : value
    const before = this.value(pointer)
    if (sameJson(before, next) || (next === undefined && before === '')) return
    this.perform(
      {
        pointer,
        before,
        after: next,
        keys: null,
        title: `Change ${this.labelOf(pointer)}`,
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
      [...keys.slice(0, index), this.keys.fresh(), ...keys.slice(index)],
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
    this.held = null
    if (this.together) {
      this.keys = copiedKeys(this.keys, this.root)
      this.steps = createUndoStack()
    }
    this.together = null
    if (shared) {
      if (this.last?.shared !== shared) this.last = new SharedSteps(shared)
      this.last.catchUp()
      this.together = this.last
      this.keys = createSharedKeys(shared, this.keys, this.root)
      if (!isFresh) this.follow()
    }
    this.stepsChanged.notify()
  }

  /** Others have changed it. What is being typed stays as it is typed. */
  follow(): void {
    const { together, held } = this
    if (!together) return
    const { data } = together.shared
    const at = held && together.shared.pointerOf(held.path)
    if (held && at === null) this.held = null
    const now =
      held && at !== null && !sameJson(valueAt(data, at), held.value)
        ? (placed(data, at, held.value, this.schema.root) ?? {})
        : data
    this.become(now, 'at-once')
  }

  /** Whether somebody is typing in this place. */
  isTypingIn(pointer: Pointer): boolean {
    return this.held !== null && this.together?.shared.pointerOf(this.held.path) === pointer
  }

  /** A place in a long text that goes along with what others write in it; null while nobody can. */
  letterAt(pointer: Pointer, index: number): LetterPlace | null {
    return this.together?.shared.letterAt(pointer, index) ?? null
  }

  indexOfLetter(pointer: Pointer, place: LetterPlace): number | null {
    return this.together?.shared.indexOfLetter(pointer, place) ?? null
  }

  /** Everything at once, from elsewhere: another person, another view. One step that can be taken back. */
  replace(data: JsonValue, title = 'Take over changes'): void {
    if (sameJson(this.root, data)) return
    this.perform(
      { pointer: '', before: this.root, after: data, keys: null, title, focus: '', typing: false },
      'at-once'
    )
  }

  /**
   * The data as another view of it has it now. Typing there joins into steps as typing here does, and going
   * back there goes back here.
   */
  take(data: JsonValue, title: string): void {
    if (this.readOnly || sameJson(this.root, data)) return
    const { together, steps } = this
    if (sameJson((together ?? steps).beforeLast, data)) return this.retrace('before')
    if (sameJson((together ?? steps).afterNext, data)) return this.retrace('after')
    const place = changedPlace(this.root, data)
    this.perform({ ...place, keys: null, title, focus: place.pointer, typing: true }, 'typing')
  }

  undo(): boolean {
    return this.goBack('before')
  }

  redo(): boolean {
    return this.goBack('after')
  }

  get undoTitle(): string | null {
    return this.together ? this.together.undoTitle : this.steps.canUndo
  }

  get redoTitle(): string | null {
    return this.together ? this.together.redoTitle : this.steps.canRedo
  }

  /** Typing in another place, or leaving this one, begins a new step. */
  cutStep(): void {
    this.steps.cut()
    this.together?.cut()
    this.letGo()
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
    this.perform(
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

  private perform(step: Omit<Change, 'whole'>, manner: Manner): void {
    const after = placed(this.root, step.pointer, step.after, this.schema.root) ?? {}
    if (this.together) return this.performShared(this.together, step, after, manner)
    const change = { ...step, whole: { before: this.root, after } }
    this.steps.push(change)
    this.apply(change, 'after', manner)
    this.stepsChanged.notify()
  }

  private performShared(
    together: SharedSteps,
    step: Omit<Change, 'whole'>,
    after: JsonValue,
    manner: Manner
  ): void {
    const { shared } = together
    const { pointer, keys } = step
    together.edit(after, step)
    const isHeld = step.typing && !isStructured(step.after) && !isLongText(fieldAt(this.schema, pointer))
    const path = isHeld ? shared.pathOf(pointer) : null
    this.held = path === null ? null : { path, value: step.after }
    const now = shared.data
    // what cannot be shared so is the nearest that can be
    if (!sameJson(valueAt(now, pointer), step.after) || !sameBeside(this.root, now, pointer))
      this.become(now, manner)
    else this.put(now, { ...step, keys: keys && keys.after }, manner)
    this.stepsChanged.notify()
  }

  /** Who ends typing later counts: somebody else may have written there meanwhile. */
  private letGo(): void {
    const { held, together } = this
    this.held = null
    const at = held && together ? together.shared.pointerOf(held.path) : null
    if (!held || !together || at === null) return
    if (!sameJson(valueAt(together.shared.data, at), held.value)) {
      const data = placed(together.shared.data, at, held.value, this.schema.root) ?? {}
      together.edit(data, { title: `Change ${this.labelOf(at)}`, pointer: at, focus: at, typing: false })
      this.stepsChanged.notify()
    }
    this.follow()
  }

  private retrace(to: 'before' | 'after'): void {
    if (this.together) {
      this.held = null
      if (to === 'before') this.together.undo()
      else this.together.redo()
      this.become(this.together.shared.data, 'typing')
    } else {
      const change = to === 'before' ? this.steps.undo() : this.steps.redo()
      if (!change) return
      this.apply(change, to, 'typing')
    }
    this.stepsChanged.notify()
  }

  private goBack(to: 'before' | 'after'): boolean {
    const focus = this.together ? this.goBackShared(this.together, to) : this.goBackAlone(to)
    this.stepsChanged.notify()
    if (focus !== null) this.revealed.notify(this.nearest(focus))
    return focus !== null
  }

  private goBackAlone(to: 'before' | 'after'): Pointer | null {
    const change = to === 'before' ? this.steps.undo() : this.steps.redo()
    if (change) this.apply(change, to, 'at-once')
    return change && change.focus
  }

  private goBackShared(together: SharedSteps, to: 'before' | 'after'): Pointer | null {
    this.held = null
    const focus = to === 'before' ? together.undo() : together.redo()
    this.become(together.shared.data, 'at-once')
    return focus
  }

  private apply(change: Change, to: 'before' | 'after', manner: Manner): void {
    this.put(change.whole[to], { ...change, keys: change.keys && change.keys[to] }, manner)
  }

  /** All of the data is this now: what differs is shown anew. */
  private become(root: JsonValue, manner: Manner): void {
    if (root === this.root) return
    const place = changedPlace(this.root, root)
    if (sameJson(place.before, place.after)) this.root = root
    else this.put(root, { ...place, keys: null }, manner)
  }

  private put(root: JsonValue, { pointer, before, after, keys }: Changed, manner: Manner): void {
    this.root = root
    if (keys) this.keys.set(this.root, pointer, keys)
    const whole = pointer === ''
    const structural = keys !== null || isStructured(before) || isStructured(after)
    const troubled = whole ? this.validation.replace(this.root) : this.validation.update(this.root, pointer)
    this.cells.notify(pointer, structural, troubled)
    if (structural) this.restructured.notify(pointer)
    if (troubled.length > 0) this.errorsChanged.notify()
    this.changed.notify(manner)
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

  private labelOf(pointer: Pointer): string {
    return `“${pointer.slice(pointer.lastIndexOf('/') + 1)}”`
  }
}

const isStructured = (value: JsonValue | undefined) => typeof value === 'object' && value !== null

function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
