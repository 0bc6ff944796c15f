import type { FieldError } from '../../../../../common/schema/field-errors'
import type { Schema } from '../../../../../common/schema/fields'
import { sameJson, type JsonValue } from '../../../../../common/json/value'
import { valueAt, type Pointer } from '../../../../../common/json/pointer'
import { createValidation, type Validation } from '../../../../../common/schema'
import { createSignal } from '../../../state/signal'
import { createCells, type Cells } from './cells'
import { changedPlace } from './changed-place'
import { createItemKeys } from './item-keys'

/** A place whose value is another one; `keys`: which item is which now. */
interface Changed {
  readonly pointer: Pointer
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly keys: readonly number[] | null
}

/** `typing`: joins with what was typed in the same place just before, and is saved when typing pauses. */
export type Manner = 'typing' | 'at-once'

/** The data that a form shows: who shows a place listens to that place alone, and errors are told only where they come and go. */
export class ShownData {
  /** Told of every change of the data. */
  readonly changed = createSignal<Manner>()
  /** Told when lists change, or everything may have. */
  readonly restructured = createSignal<Pointer>()
  readonly errorsChanged = createSignal<void>()
  readonly cells: Cells = createCells(
    (pointer) => this.value(pointer),
    (pointer) => this.validation.error(pointer)
  )
  /** Which item is which. */
  keys = createItemKeys()
  private readonly validation: Validation

  constructor(
    schema: Schema,
    private data: JsonValue
  ) {
    this.validation = createValidation(schema, data)
  }

  get root(): JsonValue {
    return this.data
  }

  value(pointer: Pointer): JsonValue | undefined {
    return valueAt(this.data, pointer)
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

  nextError(after: Pointer | null, step: 1 | -1): FieldError | null {
    return this.validation.next(after, step)
  }

  items(list: Pointer): readonly number[] {
    return this.keys.of(this.data, list)
  }

  identity(pointer: Pointer): string {
    return this.keys.identity(this.data, pointer)
  }

  /** All of the data is this now: what differs is shown anew. */
  become(root: JsonValue, manner: Manner): void {
    if (root === this.data) return
    const place = changedPlace(this.data, root)
    if (sameJson(place.before, place.after)) this.data = root
    else this.put(root, { ...place, keys: null }, manner)
  }

  /** All of the data is this now, where one place alone is another one. */
  put(root: JsonValue, { pointer, before, after, keys }: Changed, manner: Manner): void {
    this.data = root
    if (keys) this.keys.set(root, pointer, keys)
    const structural = keys !== null || isStructured(before) || isStructured(after)
    const troubled = pointer === '' ? this.validation.replace(root) : this.validation.update(root, pointer)
    this.cells.notify(pointer, structural, troubled)
    if (structural) this.restructured.notify(pointer)
    if (troubled.length > 0) this.errorsChanged.notify()
    this.changed.notify(manner)
  }
}

/** Whether something lies in it. */
export const isStructured = (value: JsonValue | undefined) => typeof value === 'object' && value !== null
