/** What one answer may cost. Bytes count after decompression, times in milliseconds. */
export interface AnswerLimits {
  /** As the sentence has it: `a list`. */
  readonly what: string
  readonly bytes: number
  /** Until its head is there. */
  readonly headMs: number
  /** Between two pieces of it. */
  readonly idleMs: number
  /** In all. */
  readonly wholeMs: number
  /** Beyond that time it still may come, as long as it comes so fast, in bytes a second. */
  readonly slowest?: number
}

const KB = 1024
const MB = 1024 * KB
const MINUTE = 60_000

const patient = { headMs: 2 * MINUTE, idleMs: 2 * MINUTE } as const

/**
 * Each kind of answer that Galley asks other servers for, but those of an import, which has its own
 * (`importing/limits.ts`).
 */
export const answers = {
  /** One page of a folder's list, or the versions of a file: some 100,000 items. */
  list: { what: 'a list', bytes: 64 * MB, ...patient, wholeMs: 10 * MINUTE },
  /** A document or a config, in memory because it is merged. A sheet of 60 MB and some room. */
  document: { what: 'a document', bytes: 100 * MB, ...patient, wholeMs: 20 * MINUTE },
  /** Media that are held in memory. */
  media: { what: 'a file', bytes: 8 * MB, ...patient, wholeMs: 10 * MINUTE },
  /** Media from disk to disk: as much as the disk takes (`disk-room.ts`). */
  film: {
    what: 'a file',
    bytes: Number.MAX_SAFE_INTEGER,
    ...patient,
    wholeMs: 10 * MINUTE,
    slowest: 4 * KB
  },
  /** What is said in documents that people write in together, for up to an hour. */
  line: { what: 'a line', bytes: 1024 * MB, headMs: 15_000, idleMs: 50_000, wholeMs: 55 * MINUTE },
  /** Where a connection is tried while a person waits. */
  test: { what: 'a list', bytes: 16 * MB, headMs: 15_000, idleMs: 15_000, wholeMs: 30_000 },
  /** Where people sign in (RFC 9728). */
  offer: {
    what: 'an offer of a sign-in',
    bytes: 100 * KB,
    headMs: 10_000,
    idleMs: 10_000,
    wholeMs: 15_000
  },
  /** What an OpenID provider tells: of itself, its keys, tokens. */
  provider: {
    what: 'an answer of a provider',
    bytes: MB,
    headMs: 15_000,
    idleMs: 15_000,
    wholeMs: 20_000
  },
  /** What is thrown away, so that the connection can be used again. */
  rest: { what: 'an answer', bytes: 64 * KB, headMs: 5000, idleMs: 5000, wholeMs: 5000 }
} as const satisfies Record<string, AnswerLimits>

/** What a head may be, also of a server that never ends it. */
export const HEAD_BYTES = 16 * KB
/** “Wait” (1xx) so often before the answer. */
export const HINTS = 20

/** From here on, what was packed more than `PACKED` times is no text that anybody wrote. */
export const PACKED_FROM = 16 * MB
export const PACKED = 500

/** What a server may tell of one folder, and of all that is below a root. */
export const listBounds = { pages: 2000, items: 500_000, bytes: 256 * MB, below: 1_000_000 } as const
