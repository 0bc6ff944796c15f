import { isAtOrBelow, parentPointer, type Pointer } from '../../../../../common/json/pointer'
import type { JsonValue } from '../../../../../common/json/value'
import type { FieldError } from '../../../../../common/schema/field-errors'
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

/** The places of a form that somebody listens to, each alone. */
export interface Cells {
  of(pointer: Pointer): Cell
  /** Tells a place, all that it lies in, those below it where that is asked for, and some others. */
  notify(pointer: Pointer, below: boolean, others: readonly Pointer[]): void
}

export function createCells(
  valueOf: (pointer: Pointer) => JsonValue | undefined,
  errorOf: (pointer: Pointer) => FieldError | null
): Cells {
  const cells = new Map<Pointer, LiveCell>()
  const made = (pointer: Pointer): LiveCell => {
    const { subscribe, notify } = createSignal<void>(() => {
      cells.set(pointer, cell)
      return () => cells.get(pointer) === cell && cells.delete(pointer)
    })
    let place: Place | null = null
    const cell: LiveCell = {
      subscribe,
      notify,
      get: () => {
        const [value, error] = [valueOf(pointer), errorOf(pointer)]
        if (place && place.value === value && place.error === error) return place
        return (place = { value, error })
      }
    }
    return cell
  }
  return {
    of(pointer) {
      const cell = cells.get(pointer) ?? made(pointer)
      cells.set(pointer, cell)
      return cell
    },
    notify(pointer, below, others) {
      const told = new Set<LiveCell>()
      const take = (at: Pointer) => {
        const cell = cells.get(at)
        if (cell) told.add(cell)
      }
      for (let at = pointer; ; at = parentPointer(at)) {
        take(at)
        if (at === '') break
      }
      if (below) for (const [at, cell] of cells) if (isAtOrBelow(at, pointer)) told.add(cell)
      others.forEach(take)
      for (const cell of told) cell.notify()
    }
  }
}
