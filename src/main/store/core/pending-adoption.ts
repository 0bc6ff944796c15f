import type { IndexRecord } from '../layout/content-index'

/**
 * Files of other programs that were read and got ids, of which nothing is durable yet. Whoever changes one of
 * them makes it last first, and so need not wait for the others.
 */
export interface PendingAdoption {
  /** Their ids. */
  readonly waiting: Set<string>
  /** Makes these last behind, together with all that came while others were made to last. */
  queue(records: readonly IndexRecord[]): void
  /** Resolves when all have been made to last. */
  done(): Promise<void>
}

/** @param makeLast says itself how it fails */
export function createPendingAdoption(
  makeLast: (records: readonly IndexRecord[]) => Promise<void>
): PendingAdoption {
  let queued: IndexRecord[] = []
  let last = Promise.resolve()

  async function next(): Promise<void> {
    const records = queued
    queued = []
    if (records.length > 0) await makeLast(records)
  }

  return {
    waiting: new Set(),
    queue(records) {
      queued.push(...records)
      // one that fails all the same keeps nobody else from its turn
      last = last.then(next).catch(() => undefined)
    },
    done: () => last
  }
}
