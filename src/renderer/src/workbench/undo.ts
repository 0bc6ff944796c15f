/** One thing that can be taken back. */
interface Undoable {
  readonly title: string
  readonly undo: () => Promise<void>
}

let done: readonly Undoable[] = []

export function rememberUndo(step: Undoable): void {
  done = [...done.slice(-49), step]
}

export function lastUndoable(): Undoable | null {
  return done.at(-1) ?? null
}

/** Takes a step back, if it was not taken back before. */
export async function undoStep(step: Undoable): Promise<void> {
  if (!done.includes(step)) return
  done = done.filter((other) => other !== step)
  await step.undo()
}
