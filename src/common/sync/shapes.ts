import { z } from 'zod'

const firstSync = z.enum(['ask', 'local', 'remote'])
const choice = z.enum(['local', 'remote', 'base', 'both', 'merged'])

/** A server to sync with. Its token is never told. */
export const syncRemote = z.object({
  id: z.string(),
  name: z.string(),
  base: z.string(),
  /** Whether a token is at hand: in the keychain, or for this run. */
  hasToken: z.boolean()
})

/** What the last run did. Times are Unix milliseconds; lists end after 200. */
export const syncRun = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  deeds: z.object({ path: z.string(), did: z.string() }).array(),
  counts: z.record(z.string(), z.number()),
  failures: z.object({ path: z.string(), reason: z.string(), message: z.string() }).array(),
  clashes: z.object({ reason: z.string(), paths: z.string().array() }).array(),
  /** Deletions that wait for a yes. */
  held: z.object({ local: z.string().array(), remote: z.string().array() }),
  files: z.number()
})

export const syncStatus = z.object({
  /** `offline`: the server did not answer; tried again by itself. `attention`: something waits for a person. */
  state: z.enum(['waiting', 'running', 'synced', 'offline', 'attention']),
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  last: syncRun.nullable(),
  /** How many wait for a decision. */
  conflicts: z.number()
})

export const syncPair = z.object({
  id: z.string(),
  remoteId: z.string(),
  /** Content paths of the two roots. */
  local: z.string(),
  remote: z.string(),
  serviceFolder: z.string(),
  lowerCase: z.boolean(),
  firstSync,
  paused: z.boolean(),
  status: syncStatus
})

export const syncOverview = z.object({ remotes: syncRemote.array(), pairs: syncPair.array() })

export const syncConflict = z.object({
  /** `config ` before the key of a config. */
  key: z.string(),
  path: z.string(),
  count: z.number(),
  at: z.number()
})

/** A conflict with what has been chosen so far. Texts are null for what is none. A side that is not there is left out. */
export const syncConflictDetail = syncConflict.extend({
  kind: z.enum(['same', 'json', 'sheets', 'structured', 'page', 'text', 'whole']),
  conflicts: z
    .object({
      id: z.string(),
      kind: z.enum([
        'field',
        'item',
        'list',
        'cell',
        'row',
        'sheet',
        'order',
        'block',
        'text',
        'validity',
        'file'
      ]),
      place: z.object({ at: z.string(), names: z.string().array() }),
      base: z.unknown().optional(),
      local: z.unknown().optional(),
      remote: z.unknown().optional(),
      choices: choice.array(),
      choice: choice.nullable()
    })
    .array(),
  open: z.number(),
  base: z.string().nullable(),
  local: z.string().nullable(),
  remote: z.string().nullable(),
  /** What the file becomes with these choices. */
  result: z.string().nullable(),
  /** What a decision is about: it is refused when the file or the conflict has changed since. */
  state: z.string()
})

export const syncTest = z.object({
  ok: z.boolean(),
  looks: z.object({ what: z.string(), ok: z.boolean(), message: z.string() }).array()
})

export const keptWhere = z.enum(['keychain', 'this-run']).nullable()

export const remoteWish = z.object({
  name: z.string(),
  base: z.string(),
  token: z.string().nullable().default(null)
})
export const tokenWish = z.object({ token: z.string().min(1).max(20_000) })
export const testWish = z.object({ path: z.string().nullable().default(null) })
export const pairWish = z.object({
  remoteId: z.string(),
  local: z.string(),
  remote: z.string(),
  serviceFolder: z
    .string()
    .regex(/^\.?[A-Za-z0-9_-]{1,63}$/)
    .exactOptional(),
  lowerCase: z.boolean().exactOptional(),
  firstSync: firstSync.exactOptional()
})
export const pairChange = z.object({
  paused: z.boolean().exactOptional(),
  firstSync: firstSync.exactOptional()
})
/** `approved`: paths of deletions that somebody has said yes to. */
export const runWish = z.object({ approved: z.string().array().max(200_000).default([]) })
export const conflictWish = z.object({ key: z.string(), choices: z.record(z.string(), choice).default({}) })
export const decisionWish = conflictWish.extend({ state: z.string(), keepBoth: z.boolean().default(false) })
export const decided = z.object({ path: z.string(), beside: z.string().nullable() })
export const made = z.object({ id: z.string(), kept: keptWhere.exactOptional() })

export type SyncRemote = z.infer<typeof syncRemote>
export type SyncRun = z.infer<typeof syncRun>
export type SyncStatus = z.infer<typeof syncStatus>
export type SyncPair = z.infer<typeof syncPair>
export type SyncOverview = z.infer<typeof syncOverview>
export type SyncConflict = z.infer<typeof syncConflict>
export type SyncConflictDetail = z.infer<typeof syncConflictDetail>
export type SyncTest = z.infer<typeof syncTest>
export type PairWish = z.infer<typeof pairWish>
