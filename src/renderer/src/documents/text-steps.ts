const JOIN_WITHIN = 1_000

/** What was done to a text, and what was taken back; typing joins into steps. */
interface TextSteps {
  /** @param apart true: a step of its own, however soon it follows the last one */
  push(before: string, apart: boolean, now?: number): void
  /** @returns the text of before; null when there is nothing to take back */
  undo(current: string): string | null
  redo(current: string): string | null
  /** What comes next is a step of its own. */
  cut(): void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

export function createTextSteps(): TextSteps {
  const done: string[] = []
  const undone: string[] = []
  let last = 0
  const turn = (from: string[], to: string[], current: string): string | null => {
    const text = from.pop()
    if (text === undefined) return null
    to.push(current)
    last = 0
    return text
  }
  return {
    push(before, apart, now = Date.now()) {
      if (apart || now - last > JOIN_WITHIN || done.length === 0) done.push(before)
      last = apart ? 0 : now
      undone.length = 0
    },
    undo: (current) => turn(done, undone, current),
    redo: (current) => turn(undone, done, current),
    cut() {
      last = 0
    },
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    }
  }
}
