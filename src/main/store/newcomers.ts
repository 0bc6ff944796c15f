/**
 * Files of other programs that were read and got ids, of which nothing is durable yet. Whoever changes one of them makes it
 * last first, and so need not wait for the others.
 */
export interface Newcomers {
  /** Their ids. */
  readonly waiting: Set<string>
  /** Runs the work after the one before it. It says itself how it fails. */
  queue(work: () => Promise<void>): void
  /** Resolves when all have been made to last. */
  done(): Promise<void>
}

export function createNewcomers(): Newcomers {
  let last = Promise.resolve()
  return {
    waiting: new Set(),
    // one that fails all the same keeps nobody else from its turn
    queue: (work) => void (last = last.then(work).catch(() => undefined)),
    done: () => last
  }
}
