/** One thing that can be taken back. */
interface Undoable {
  readonly title: string
  readonly undo: () => Promise<void>
}

let done: readonly Undoable[] = []
const underWay = new Set<Promise<unknown>>()

export function rememberUndo(step: Undoable): void {
  done = [...done.slice(-49), step]
}

/** Work that can be taken back once it is done: who takes the last step back meanwhile means this one. */
export function undoable<Args extends readonly unknown[], T>(
  work: (...args: Args) => Promise<T>
): (...args: Args) => Promise<T> {
  return (...args) => {
    const running = work(...args)
    const ended = running.then(
      () => void underWay.delete(ended),
      () => void underWay.delete(ended)
    )
    underWay.add(ended)
    return running
  }
}

export const canUndo = (): boolean => done.length > 0 || underWay.size > 0

/** The last step, once what is under way is done. */
export async function lastUndoable(): Promise<Undoable | null> {
  await Promise.all(underWay)
  return done.at(-1) ?? null
}

/** Takes a step back, if it was not taken back before. */
export async function undoStep(step: Undoable): Promise<void> {
  if (!done.includes(step)) return
  done = done.filter((other) => other !== step)
  await step.undo()
}
