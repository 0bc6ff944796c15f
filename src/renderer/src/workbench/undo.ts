/** One thing that can be taken back. */
export interface Undoable {
  readonly title: string
  readonly undo: () => Promise<void>
}

let done: readonly Undoable[] = []
const listeners = new Set<() => void>()

export function rememberUndo(step: Undoable): void {
  done = [...done.slice(-49), step]
  listeners.forEach((tell) => tell())
}

export function lastUndoable(): Undoable | null {
  return done.at(-1) ?? null
}

/** Takes a step back, if it was not taken back before. */
export async function undoStep(step: Undoable): Promise<void> {
  if (!done.includes(step)) return
  done = done.filter((other) => other !== step)
  listeners.forEach((tell) => tell())
  await step.undo()
}

export function subscribeUndo(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
