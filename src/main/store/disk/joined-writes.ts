/** Work on one file, in the order of the calls and one thing at a time. */
interface Turns<Line> {
  /**
   * What comes while something is under way goes out together with the next write: one sync for many. Each
   * call resolves, or fails, with the write that its lines went out with.
   */
  join(lines: readonly Line[]): Promise<void>
  /** After all that was asked for before, and before all that will be. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function inTurns<Line>(write: (lines: readonly Line[]) => Promise<void>): Turns<Line> {
  let waiting: { readonly lines: Line[]; readonly written: Promise<void> } | null = null
  let queue: Promise<unknown> = Promise.resolve()

  function alone<T>(work: () => Promise<T>): Promise<T> {
    waiting = null
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }

  return {
    alone,
    join(lines) {
      if (waiting) {
        waiting.lines.push(...lines)
        return waiting.written
      }
      const mine = [...lines]
      const written = alone(() => {
        if (waiting?.lines === mine) waiting = null
        return write(mine)
      })
      waiting = { lines: mine, written }
      return written
    }
  }
}

/** Writes one after the other, in the order of the calls, and together what waits. */
export const joinedWrites = <Line>(
  write: (lines: readonly Line[]) => Promise<void>
): ((lines: readonly Line[]) => Promise<void>) => inTurns(write).join
