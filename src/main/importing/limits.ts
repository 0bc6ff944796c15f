/** What an import may cost. Times in milliseconds, sizes in bytes after decompression. */
export interface ImportLimits {
  /** Requests at a time. */
  readonly atOnce: number
  /** Until the head of an answer is there. */
  readonly headMs: number
  /** Between two pieces of a body. */
  readonly idleMs: number
  /** For one answer in all. */
  readonly wholeMs: number
  /** Tries for what may pass: no answer, 408, 425, 429, 5xx. */
  readonly tries: number
  /** Before the second try; doubled for each further one, with chance in it. */
  readonly backoffMs: number
  /** The longest wait between two tries, also when the other side asks for more. */
  readonly longestWaitMs: number
  readonly redirects: number
  readonly pageBytes: number
  readonly sheetBytes: number
  readonly mediaBytes: number
  /** Of one import, with the pictures that were found on the way. */
  readonly items: number
  /** Between two looks at a status job. */
  readonly pollMs: number
  /** Until a status job must have ended. */
  readonly jobMs: number
}

const MB = 1024 * 1024

export const importLimits: ImportLimits = {
  atOnce: 6,
  headMs: 30_000,
  idleMs: 30_000,
  wholeMs: 20 * 60_000,
  tries: 5,
  backoffMs: 400,
  longestWaitMs: 120_000,
  redirects: 5,
  pageBytes: 16 * MB,
  sheetBytes: 64 * MB,
  mediaBytes: 1024 * MB,
  items: 50_000,
  pollMs: 500,
  jobMs: 30 * 60_000
}
