import type { Inputs, Outputs, TaskKind } from './tasks'

/** Work on content that can be long, away from the thread that answers requests. */
export interface Workers {
  /**
   * Does one piece of work. What it works on is asked for when its turn comes, so that nothing waits in
   * memory.
   * @throws GalleyError too-complex beyond its time or memory, too-many when the tenant has too much waiting,
   * cancelled, closed, and
   *   whatever the work itself throws
   */
  run<K extends TaskKind>(
    kind: K,
    how: WorkOptions,
    input: () => Promise<Inputs[K]> | Inputs[K]
  ): Promise<Outputs[K]>
  close(): Promise<void>
}

export interface WorkOptions {
  /** Whose work it is: tenants take turns, and one never has all workers. */
  readonly tenant: string
  /** How much content it is about: little is done at once, much alone. */
  readonly bytes: number
  /** Before other work of the same tenant. */
  readonly urgent?: boolean
  /** Gives the work up. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds, in place of what its size allows. */
  readonly limit?: number
}

export interface WorkersOptions {
  /**
   * File of the workers' program; null: everything is done in this thread, one thing after another, without
   * limits.
   */
  readonly program: string | null
  /** Threads at most. */
  readonly most?: number
  /** Megabytes that one of them may hold. */
  readonly heap?: number
}
