import type { FieldError } from '../../../../../common/schema/field-errors'
import type { ArrayField, Schema } from '../../../../../common/schema/fields'
import { isJsonArray, sameJson, type JsonValue } from '../../../../../common/json/value'
import {
  childPointer,
  indexOf,
  isAtOrBelow,
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
import { changedPlace } from './changed-place'
import { createUndoStack, type Change } from './history'
import { createItemKeys } from './item-keys'
import { placed } from './placed'
import { createSignal } from '../../../state/signal'

/** What a control draws; a new object when one of the two changes. */
export interface Place {
  readonly value: JsonValue | undefined
  readonly error: FieldError | null
}

/** A place that a control listens to. */
interface Cell {
  subscribe(listener: () => void): () => void
  get(): Place
}

interface LiveCell extends Cell {
  readonly notify: () => void
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

  private readonly cells = new Map<Pointer, LiveCell>()
  private readonly keys = createItemKeys()
  private readonly steps = createUndoStack()
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

  cell(pointer: Pointer): Cell {
    const known = this.cells.get(pointer)
    if (known) return known
    const cell = this.makeCell(pointer)
    this.cells.set(pointer, cell)
    return cell
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
    if (sameJson(this.steps.beforeLast, data)) return this.retrace(this.steps.undo(), 'before')
    if (sameJson(this.steps.afterNext, data)) return this.retrace(this.steps.redo(), 'after')
    const place = changedPlace(this.root, data)
    this.perform({ ...place, keys: null, title, focus: place.pointer, typing: true }, 'typing')
  }

  undo(): boolean {
    return this.goBack(this.steps.undo(), 'before')
  }

  redo(): boolean {
    return this.goBack(this.steps.redo(), 'after')
  }

  get undoTitle(): string | null {
    return this.steps.canUndo
  }

  get redoTitle(): string | null {
    return this.steps.canRedo
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
    const change = { ...step, whole: { before: this.root, after } }
    this.steps.push(change)
    this.apply(change, 'after', manner)
    this.stepsChanged.notify()
  }

  private retrace(change: Change | null, to: 'before' | 'after'): void {
    if (!change) return
    this.apply(change, to, 'typing')
    this.stepsChanged.notify()
  }

  private goBack(change: Change | null, to: 'before' | 'after'): boolean {
    if (!change) return false
    this.apply(change, to, 'at-once')
    this.stepsChanged.notify()
    this.revealed.notify(this.nearest(change.focus))
    return true
  }

  private apply(change: Change, to: 'before' | 'after', manner: Manner): void {
    const { pointer, keys } = change
    this.root = change.whole[to]
    if (keys) this.keys.set(this.root, pointer, keys[to])
    const whole = pointer === ''
    const structural = keys !== null || isStructured(change.before) || isStructured(change.after)
    const troubled = whole ? this.validation.replace(this.root) : this.validation.update(this.root, pointer)
    this.notifyCells(pointer, structural, troubled)
    if (structural) this.restructured.notify(pointer)
    if (troubled.length > 0) this.errorsChanged.notify()
    this.changed.notify(manner)
  }

  private notifyCells(pointer: Pointer, below: boolean, troubled: readonly Pointer[]): void {
    const told = new Set<LiveCell>()
    const take = (at: Pointer) => {
      const cell = this.cells.get(at)
      if (cell) told.add(cell)
    }
    for (let at = pointer; ; at = parentPointer(at)) {
      take(at)
      if (at === '') break
    }
    if (below) for (const [at, cell] of this.cells) if (isAtOrBelow(at, pointer)) told.add(cell)
    troubled.forEach(take)
    for (const cell of told) cell.notify()
  }

  private makeCell(pointer: Pointer): LiveCell {
    const { subscribe, notify } = createSignal<void>(() => {
      this.cells.set(pointer, cell)
      return () => this.cells.get(pointer) === cell && this.cells.delete(pointer)
    })
    let place: Place | null = null
    const cell: LiveCell = {
      subscribe,
      notify,
      get: () => {
        const value = this.value(pointer)
        const error = this.validation.error(pointer)
        if (place && place.value === value && place.error === error) return place
        return (place = { value, error })
      }
    }
    return cell
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
