import { z } from 'zod'

/**
 * Whom a browser speaks for (A5): the owner, whoever that is at the time, or somebody else with rights of
 * their own.
 */
export type SignedIn = z.infer<typeof signedIn>

const signedIn = z.union([
  z.object({ owner: z.literal(true) }),
  z.object({
    owner: z.literal(false),
    email: z.string(),
    name: z.string().exactOptional(),
    groups: z.string().array()
  })
])

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * A browser that is signed in, as it is stored: by the SHA-256 of what its cookie carries. Never changed,
 * only removed.
 */
export type SessionRecord = z.infer<typeof sessionRecord>

const sessionRecord = z.object({
  /** Names the session in lists. */
  id: z.string().regex(/^[0-9a-f]{12}$/),
  hash: sha256,
  /** SHA-256 of the second secret, which only pages of the service's own origin hold. */
  pageHash: sha256,
  who: signedIn,
  /** The host and port that it was opened at, as browsers name them; it is good nowhere else. */
  host: z.string().max(300),
  /** Unix milliseconds. */
  startedAt: z.number()
})

/** A link that signs a browser in once (A5), by the SHA-256 of its code. */
export type LinkRecord = z.infer<typeof linkRecord>

const linkRecord = z.object({
  who: signedIn,
  expiresAt: z.number(),
  /** Kept for a while, so that who comes late is told why. */
  usedAt: z.number().exactOptional()
})

/** The kinds of records about browsers, and how one is read. */
export const sessionRecords = {
  kind: 'browser-sessions',
  parse: (value: unknown): SessionRecord => sessionRecord.parse(value)
} as const
export const sessionUseKind = 'browser-session-uses'
export const linkRecords = {
  kind: 'sign-in-links',
  parse: (value: unknown): LinkRecord => linkRecord.parse(value)
} as const
