import type { JsonValue } from '../../../../../common/json/value'
import type { Pointer } from '../../../../../common/json/pointer'

/** One change of the data, both ways. */
export interface Change {
  readonly pointer: Pointer
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  /** All of the data: a change may have made the objects that it lies in. Unchanged parts are shared. */
  readonly whole: { readonly before: JsonValue; readonly after: JsonValue }
  /** For lists: which item is which, so that items keep their identity when they come back. */
  readonly keys: { readonly before: readonly number[]; readonly after: readonly number[] } | null
  /** What was done, for the menu and for screen readers: `Remove “Adult”`. */
  readonly title: string
  /** Where the person is taken when it is taken back or done again. */
  readonly focus: Pointer
  /** Typing into one place joins into one step. */
  readonly typing: boolean
}

const JOIN_WITHIN = 1_000
const MOST = 1_000

/** What was done, and what was taken back. */
interface UndoStack {
  push(change: Change, now?: number): void
  /** The next step belongs to itself, whatever was typed before. */
  cut(): void
  undo(): Change | null
  redo(): Change | null
  readonly canUndo: string | null
  readonly canRedo: string | null
  /** All of the data before the last step, and after the one that was taken back last. */
  readonly beforeLast: JsonValue | undefined
  readonly afterNext: JsonValue | undefined
}

export function createUndoStack(): UndoStack {
  let done: Change[] = []
  let undone: Change[] = []
  let joinable = 0
  return {
    push(change, now = Date.now()) {
      undone = []
      const last = done.at(-1)
      if (last && change.typing && last.typing && last.pointer === change.pointer && now < joinable) {
        done = [
          ...done.slice(0, -1),
          { ...last, after: change.after, whole: { before: last.whole.before, after: change.whole.after } }
        ]
      } else {
        done = [...done.slice(1 - MOST), change]
      }
      joinable = change.typing ? now + JOIN_WITHIN : 0
    },
    cut() {
      joinable = 0
    },
    undo() {
      const change = done.at(-1)
      if (!change) return null
      done = done.slice(0, -1)
      undone = [...undone, change]
      joinable = 0
      return change
    },
    redo() {
      const change = undone.at(-1)
      if (!change) return null
      undone = undone.slice(0, -1)
      done = [...done, change]
      joinable = 0
      return change
    },
    get canUndo() {
      return done.at(-1)?.title ?? null
    },
    get canRedo() {
      return undone.at(-1)?.title ?? null
    },
    get beforeLast() {
      return done.at(-1)?.whole.before
    },
    get afterNext() {
      return undone.at(-1)?.whole.after
    }
  }
}
