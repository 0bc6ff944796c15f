import type { JsonValue } from '../../../../../common/json/value'
import type { Pointer } from '../../../../../common/json/pointer'
import type { LetterPlace } from '../../../../../common/rooms/overlay/letters'

/** The data of a form that others write in too. */
export interface SharedFormData {
  readonly data: JsonValue
  /** How many steps of one's own can be taken back. */
  readonly depth: number
  edit(data: JsonValue, isStep: boolean): void
  /** Takes one step back. @returns false where that changes nothing any more */
  takeBack(): boolean
  doAgain(): boolean
  /** The items of a list, the very same array until items come, go or move; null where there is none. */
  itemsAt(pointer: Pointer): readonly { readonly id: string }[] | null
  /** What leads to a place also when others have moved it; null for none. */
  pathOf(pointer: Pointer): string | null
  pointerOf(path: string): Pointer | null
  /** The letter before a place of a long text, which stays whatever others write; null where there is none. */
  letterAt(pointer: Pointer, index: number): LetterPlace | null
  indexOfLetter(pointer: Pointer, place: LetterPlace): number | null
}

/** What was done, for the menu and for screen readers, and where. */
interface Step {
  readonly title: string
  readonly path: string | null
  readonly before: JsonValue
  readonly after: JsonValue
}

interface Doing {
  readonly title: string
  readonly pointer: Pointer
  readonly focus: Pointer
  /** Joins with what was typed in the same place just before. */
  readonly typing: boolean
}

const JOIN_WITHIN = 1_000

/** As the undo stack of a form, of what several people write in: one's own steps, and nothing of others (RT5). */
export class SharedSteps {
  private done: Step[] = []
  private undone: Step[] = []
  private joinable = 0
  /** What was typed in last. */
  private place: string | null = null

  constructor(readonly shared: SharedFormData) {}

  get undoTitle(): string | null {
    return this.done.at(-1)?.title ?? null
  }

  get redoTitle(): string | null {
    return this.undone.at(-1)?.title ?? null
  }

  /** All of the data before the last step, and after the one that was taken back last. */
  get beforeLast(): JsonValue | undefined {
    return this.done.at(-1)?.before
  }

  get afterNext(): JsonValue | undefined {
    return this.undone.at(-1)?.after
  }

  /** What was done, or taken back, while another view had it. */
  catchUp(): void {
    const { shared, done } = this
    const { data } = shared
    while (done.length > shared.depth) done.pop()
    while (done.length < shared.depth) done.push({ title: 'Change', path: null, before: data, after: data })
    this.cut()
  }

  /** The next step belongs to itself, whatever was typed before. */
  cut(): void {
    this.joinable = 0
  }

  /** Writes all of the data as it is by now. */
  edit(data: JsonValue, { title, pointer, focus, typing }: Doing, now = Date.now()): void {
    const { shared } = this
    const place = typing ? shared.pathOf(pointer) : null
    const isJoined = place !== null && place === this.place && now < this.joinable
    const { depth, data: before } = shared
    shared.edit(data, !isJoined)
    const after = shared.data
    this.place = place
    this.joinable = typing ? now + JOIN_WITHIN : 0
    const step = { title, path: shared.pathOf(focus), before, after }
    const last = this.done.at(-1)
    if (shared.depth > depth) this.undone = []
    else if (last) this.done[this.done.length - 1] = { ...last, after }
    for (let more = shared.depth - depth; more > 0; more -= 1) this.done.push(step)
  }

  /** Takes the last step back. @returns where it was; null where there is none */
  undo(): Pointer | null {
    return this.moved(this.done, this.undone, () => this.shared.takeBack())
  }

  redo(): Pointer | null {
    return this.moved(this.undone, this.done, () => this.shared.doAgain())
  }

  /** What has no effect any more, since somebody wrote over it, is passed over. */
  private moved(from: Step[], to: Step[], take: () => boolean): Pointer | null {
    this.cut()
    for (let one = from.pop(); one; one = from.pop()) {
      to.push(one)
      if (take()) return (one.path === null ? null : this.shared.pointerOf(one.path)) ?? ''
    }
    return null
  }
}
