import type { ContentPath } from '../../../common/content/paths'
import { clashKey, segmentsOf } from '../../../common/content/paths'

interface Waiting {
  readonly keys: readonly string[]
  readonly done: Promise<void>
}

/**
 * Work on one path queues up in order; work on a folder waits for everything below it, and keeps it waiting
 * (W7).
 */
export interface PathLocks {
  run<T>(paths: readonly ContentPath[], work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>
}

export function createPathLocks(): PathLocks {
  const queue = new Set<Waiting>()
  return {
    async run(paths, work) {
      const keys = paths.map(lockKey)
      const before = [...queue].filter((other) => overlap(keys, other.keys)).map((other) => other.done)
      let finish: () => void = () => undefined
      const entry: Waiting = { keys, done: new Promise<void>((resolve) => (finish = resolve)) }
      queue.add(entry)
      try {
        if (before.length > 0) await Promise.all(before)
        return await work()
      } finally {
        queue.delete(entry)
        finish()
      }
    },
    async idle() {
      while (queue.size > 0) await Promise.all([...queue].map((entry) => entry.done))
    }
  }
}

/** Names that may not both exist share a key, so that two clashing creations cannot pass each other (N5). */
const lockKey = (path: ContentPath) =>
  `/${segmentsOf(path)
    .map((name) => `${clashKey(name)}/`)
    .join('')}`

const overlap = (a: readonly string[], b: readonly string[]) =>
  a.some((one) => b.some((other) => one.startsWith(other) || other.startsWith(one)))
