/**
 * Writes one after the other, in the order of the calls. What comes while a write is under way goes out
 * together with the next one: one sync for many. Each call resolves, or fails, with the write that its lines
 * went out with.
 */
export function joinedWrites<Line>(
  write: (lines: readonly Line[]) => Promise<void>
): (lines: readonly Line[]) => Promise<void> {
  let waiting: Line[] = []
  let next: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  return (lines) => {
    waiting.push(...lines)
    if (next) return next
    next = queue.then(() => {
      const all = waiting
      waiting = []
      next = null
      return write(all)
    })
    queue = next.catch(() => undefined)
    return next
  }
}
