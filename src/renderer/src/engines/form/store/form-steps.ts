import type { Schema } from '../../../../../common/schema/fields'
import { sameJson, type JsonValue } from '../../../../../common/json/value'
import { valueAt, type Pointer } from '../../../../../common/json/pointer'
import { fieldAt } from '../../../../../common/schema'
import { isLongText } from '../../../../../common/rooms/overlay/form-text'
import type { LetterPlace } from '../../../../../common/rooms/overlay/letters'
import { createSignal } from '../../../state/signal'
import { changedPlace, sameBeside } from './changed-place'
import { createUndoStack, type Change } from './history'
import { placed } from './placed'
import { copiedKeys, createSharedKeys } from './shared-keys'
import { SharedSteps, type SharedFormData } from './shared-steps'
import { isStructured, type Manner, type ShownData } from './shown-data'

/** The path of what is being typed in, and what was typed. */
interface Held {
  readonly path: string
  readonly value: JsonValue | undefined
}

/** What is done to the data of a form, alone or together with others, and taken back. */
export class FormSteps {
  readonly changed = createSignal<void>()
  private alone = createUndoStack()
  /** While others write in it too. */
  private together: SharedSteps | null = null
  /** The last that others wrote in. */
  private last: SharedSteps | null = null
  /** What is being typed in, which is not changed under the hands of who types; long texts are, by letters. */
  private held: Held | null = null

  constructor(
    private readonly schema: Schema,
    private readonly shown: ShownData
  ) {}

  get undoTitle(): string | null {
    return this.together ? this.together.undoTitle : this.alone.canUndo
  }

  get redoTitle(): string | null {
    return this.together ? this.together.redoTitle : this.alone.canRedo
  }

  perform(step: Omit<Change, 'whole'>, manner: Manner): void {
    const { root } = this.shown
    const after = placed(root, step.pointer, step.after, this.schema.root) ?? {}
    if (this.together) return this.performShared(this.together, step, after, manner)
    const change = { ...step, whole: { before: root, after } }
    this.alone.push(change)
    this.apply(change, 'after', manner)
    this.changed.notify()
  }

  /**
   * The data as another view of it has it now. Typing there joins into steps as typing here does, and going
   * back there goes back here.
   */
  take(data: JsonValue, title: string): void {
    const { together, alone, shown } = this
    if (sameJson((together ?? alone).beforeLast, data)) return this.retrace('before')
    if (sameJson((together ?? alone).afterNext, data)) return this.retrace('after')
    const place = changedPlace(shown.root, data)
    this.perform({ ...place, keys: null, title, focus: place.pointer, typing: true }, 'typing')
  }

  /** Takes the last step back, or does it again. @returns where it was; null where there is none */
  goBack(to: 'before' | 'after'): Pointer | null {
    const focus = this.together ? this.goBackShared(this.together, to) : this.goBackAlone(to)
    this.changed.notify()
    return focus
  }

  /** Typing in another place, or leaving this one, begins a new step. */
  cut(): void {
    this.alone.cut()
    this.together?.cut()
    this.letGo()
  }

  /**
   * Others write in it too: what is done goes there as it is done, also each key, and what they write comes from
   * there. Null: nobody any more.
   * @param isFresh nothing is in it yet: what a new document begins with is written with the first change
   */
  share(shared: SharedFormData | null, isFresh: boolean): void {
    const { shown } = this
    this.held = null
    if (this.together) {
      shown.keys = copiedKeys(shown.keys, shown.root)
      this.alone = createUndoStack()
    }
    this.together = null
    if (shared) {
      if (this.last?.shared !== shared) this.last = new SharedSteps(shared)
      this.last.catchUp()
      this.together = this.last
      shown.keys = createSharedKeys(shared, shown.keys, shown.root)
      if (!isFresh) this.follow()
    }
    this.changed.notify()
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
    this.shown.become(now, 'at-once')
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
    if (!sameJson(valueAt(now, pointer), step.after) || !sameBeside(this.shown.root, now, pointer))
      this.shown.become(now, manner)
    else this.shown.put(now, { ...step, keys: keys && keys.after }, manner)
    this.changed.notify()
  }

  /** Who ends typing later counts: somebody else may have written there meanwhile. */
  private letGo(): void {
    const { held, together } = this
    this.held = null
    const at = held && together ? together.shared.pointerOf(held.path) : null
    if (!held || !together || at === null) return
    if (!sameJson(valueAt(together.shared.data, at), held.value)) {
      const data = placed(together.shared.data, at, held.value, this.schema.root) ?? {}
      together.edit(data, { title: changeTitle(at), pointer: at, focus: at, typing: false })
      this.changed.notify()
    }
    this.follow()
  }

  private retrace(to: 'before' | 'after'): void {
    if (this.together) {
      this.held = null
      if (to === 'before') this.together.undo()
      else this.together.redo()
      this.shown.become(this.together.shared.data, 'typing')
    } else {
      const change = to === 'before' ? this.alone.undo() : this.alone.redo()
      if (!change) return
      this.apply(change, to, 'typing')
    }
    this.changed.notify()
  }

  private goBackAlone(to: 'before' | 'after'): Pointer | null {
    const change = to === 'before' ? this.alone.undo() : this.alone.redo()
    if (change) this.apply(change, to, 'at-once')
    return change && change.focus
  }

  private goBackShared(together: SharedSteps, to: 'before' | 'after'): Pointer | null {
    this.held = null
    const focus = to === 'before' ? together.undo() : together.redo()
    this.shown.become(together.shared.data, 'at-once')
    return focus
  }

  private apply(change: Change, to: 'before' | 'after', manner: Manner): void {
    this.shown.put(change.whole[to], { ...change, keys: change.keys && change.keys[to] }, manner)
  }
}

/** What setting a place is called in the menu. */
export const changeTitle = (pointer: Pointer): string =>
  `Change “${pointer.slice(pointer.lastIndexOf('/') + 1)}”`
