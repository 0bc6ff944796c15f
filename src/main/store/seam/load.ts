/** How much is asked of the database that a store lies in, by this process. */
export interface DatabaseLoad {
  /** Connections that it may have, and those in use. */
  readonly most: number
  readonly inUse: number
  /** Questions that wait for a connection. */
  readonly waiting: number
  /** Transactions that met another one and were begun again, since the start. */
  readonly begunAgain: number
  /** Seconds since the oldest change that this process has not heard of; 0: it has heard of all. */
  readonly behind: number
  /** Processes that serve the workspace. */
  readonly nodes: number
  /** What was asked of an object storage, since the start. */
  readonly objects: readonly ObjectCalls[]
}

/** How often one thing was asked of an object storage. */
export interface ObjectCalls {
  readonly call: 'put' | 'begin' | 'part' | 'finish' | 'read' | 'size' | 'remove' | 'reach'
  readonly done: number
  readonly failed: number
  /** That all of them took, until they were answered; of a reading, until its first bytes. */
  readonly seconds: number
}
