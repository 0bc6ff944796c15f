import { availableParallelism } from 'node:os'

const KB = 1024
const MB = 1024 * KB

/** What work in the pool may cost. */
export const workBounds = {
  /** Content below this is worked on where it is: a thread would cost more. */
  inline: 64 * KB,
  /** As many `<` in it, at most. */
  inlineTags: 2_000,
  /** Work on more than this is done alone: one at a time. */
  heavy: 2 * MB,
  /** What one worker may hold in its heap, in megabytes. */
  heap: 448,
  /** Megabytes of it for what is new: a tree that is being built fills less of them again and again. */
  young: 96,
  /** Pieces of work that wait for one tenant. */
  waiting: 1000,
  /** For so long a tenant whose work ran into a limit goes behind the others, with one worker at most. */
  behindMs: 60_000,
  /** A worker that has nothing to do ends after this. */
  idleMs: 30_000
} as const

/** Two at least: a tenant never has the last one to itself. */
export const mostWorkers = (): number => Math.max(2, Math.min(4, availableParallelism()))

/**
 * Milliseconds for work on so many bytes: many times what it takes, also where other programs have the
 * processors.
 */
export const limitFor = (bytes: number): number => Math.min(60_000, 10_000 + Math.ceil(bytes / MB) * 10_000)
