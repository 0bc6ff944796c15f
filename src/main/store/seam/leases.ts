/** What a record says of who works on what it tells of. */
export interface LeaseNote {
  /** The run of a store that took the lease: one opening of it by one process. */
  readonly run: string
  /** Larger with each lease of the same work: what an earlier holder still writes counts for nothing. */
  readonly fence: number
}

export interface Lease extends LeaseNote {
  /** Aborted when somebody asked the holder to stop. */
  readonly signal: AbortSignal
  /** Aborts it. */
  stop(): void
  release(): void
}

/**
 * Who works on what only one may work on: a job, an import, a sync. A lease ends with the run that holds it,
 * however that ends, so nobody waits for one after a crash.
 */
export interface Leases {
  /**
   * Takes the lease of a work. Null while a run that is still there holds it.
   * @param before what the work's record says
   */
  take(work: string, before?: LeaseNote): Promise<Lease | null>
  isHeld(work: string): Promise<boolean>
  /** Asks whoever holds it to stop. @returns false when nobody does */
  stop(work: string): Promise<boolean>
}
