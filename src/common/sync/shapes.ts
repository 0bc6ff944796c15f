import { z } from 'zod'

const firstSync = z.enum(['ask', 'local', 'remote'])

/** What of a pair is left where it is: folders below its root, and everything that is no page and no JSON. */
const leaveOut = z.object({ folders: z.string().max(2000).array().max(1000), media: z.boolean() })

/** How often a pair looks at its server by itself. */
const everyMinutes = z.number().int().min(1).max(1440)
const choice = z.enum(['local', 'remote', 'base', 'both', 'merged'])

/**
 * Where a token lies: in the system's keychain, encrypted on this computer, or in memory until the end of the
 * program.
 */
const keptWhere = z.enum(['keychain', 'encrypted', 'this-run']).nullable()

/** Where, and as what, somebody signs in to get a token for a server. Nothing of it is secret. */
export const signInSetting = z.object({
  /** The OpenID provider. */
  issuer: z.string().max(2000),
  /** What Galley is registered as there. */
  clientId: z.string().max(500),
  /** Scopes beside the usual ones, with spaces between. */
  scope: z.string().max(500).nullable().default(null),
  /** What the token must be made for. */
  audience: z.string().max(2000).nullable().default(null)
})

/**
 * What a person says yes to before the browser opens (Y23): for this server, at this provider, as this
 * client, for this audience.
 */
const signInAgreement = signInSetting.pick({ issuer: true, clientId: true }).extend({
  /** Address of the server that gets the token. */
  server: z.string().max(2000),
  audience: z.string().max(2000).nullable()
})

/** What a server says about it (RFC 9728); null where it says nothing. */
export const signInOffer = signInSetting.extend({ clientId: z.string().nullable() }).nullable()

const signInState = signInSetting.extend({
  /** `waiting`: for the person's browser. `ended`: the provider renews it no more. */
  state: z.enum(['out', 'waiting', 'in', 'ended']),
  /** The e-mail or name of who is signed in, or was. */
  who: z.string().nullable(),
  /** When the present token ends, in Unix milliseconds; null when nobody knows. */
  until: z.number().nullable(),
  /** Whether it is then renewed by itself. */
  renews: z.boolean(),
  /** What the browser has to open, while it is waited for. */
  address: z.string().nullable(),
  /** Why the last sign-in failed. */
  problem: z.string().nullable()
})

/** A server to sync with. Its token is never told. */
const syncRemote = z.object({
  id: z.string(),
  name: z.string(),
  base: z.string(),
  /** Whether a token is at hand. */
  hasToken: z.boolean(),
  /** Where it lies. */
  kept: keptWhere,
  /** Null for a remote with a pasted token. */
  signIn: signInState.nullable(),
  /** Why the token that is kept is not used: it was given for another server, or by somebody else. */
  problem: z.string().nullable().default(null)
})

/** Who wrote what the server has, by e-mail and name, and when by its clock, in Unix milliseconds: each as far as it tells. */
export const theirs = z.object({
  by: z.string().exactOptional(),
  name: z.string().exactOptional(),
  at: z.number().exactOptional()
})

const appliedChange = z.object({ path: z.string(), did: z.string(), theirs: theirs.exactOptional() })

/** What the last run did. Times are Unix milliseconds; lists end after 200. */
const syncRun = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  deeds: appliedChange.array(),
  counts: z.record(z.string(), z.number()),
  failures: z.object({ path: z.string(), reason: z.string(), message: z.string() }).array(),
  clashes: z.object({ reason: z.string(), paths: z.string().array() }).array(),
  /** Deletions that wait for a yes. */
  held: z.object({ local: z.string().array(), remote: z.string().array() }),
  files: z.number()
})

/** What one run did: when it ended, in Unix milliseconds, which file, and how many files more. */
export const syncActivity = z.object({
  at: z.number(),
  deeds: appliedChange.array(),
  more: z.number().default(0)
})

const syncStatus = z.object({
  /**
   * `offline`: the server did not answer; tried again by itself. `attention`: something waits for a person.
   */
  state: z.enum(['waiting', 'running', 'synced', 'offline', 'attention']),
  progress: z
    .object({
      /** Files. */
      done: z.number(),
      total: z.number(),
      /** What travels with them; null where the lists do not tell sizes. */
      bytes: z.object({ done: z.number(), total: z.number() }).nullable()
    })
    .nullable(),
  /**
   * When it is tried again by itself, in Unix milliseconds; null when nothing is planned, or the pair is
   * paused.
   */
  next: z.number().nullable(),
  last: syncRun.nullable(),
  /** How many wait for a decision. */
  conflicts: z.number()
})

const syncPair = z.object({
  id: z.string(),
  remoteId: z.string(),
  /** Content paths of the two roots. */
  local: z.string(),
  remote: z.string(),
  serviceFolder: z.string(),
  lowerCase: z.boolean(),
  firstSync,
  paused: z.boolean(),
  leaveOut: leaveOut.exactOptional(),
  /** 1 when left out. */
  everyMinutes: everyMinutes.exactOptional(),
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

/** A state of a file that is no text; its bytes have an address of their own. */
const shownContent = z.object({ size: z.number() })

/**
 * A conflict with what has been chosen so far. Texts are null for what is none. A side that is not there is
 * left out.
 */
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
  /** A sentence, where the file is decided as a whole since it is beyond a bound. */
  beyond: z.string().exactOptional(),
  theirs: theirs.exactOptional(),
  base: z.string().nullable(),
  local: z.string().nullable(),
  remote: z.string().nullable(),
  /** Of a file that is no text, its three states to look at. */
  contents: z
    .object({ base: shownContent.nullable(), local: shownContent, remote: shownContent })
    .exactOptional(),
  /** What the file becomes with these choices. */
  result: z.string().nullable(),
  /** What a decision is about: it is refused when the file or the conflict has changed since. */
  state: z.string()
})

/** How a file of a pair stands, the weightiest first. What is in none of the other states is `synced`. */
export const syncFileState = z.enum([
  'conflict', // waits for a decision
  'error', // the last run could not; `message` says why
  'clash', // its name falls together with another
  'held', // a deletion that waits for a yes
  'editing', // somebody writes in it: its turn comes when it rests
  'to-send',
  'to-fetch',
  'to-merge', // both changed
  'unseen' // the pair was never compared
])

/** One file that is not in sync. */
const syncFile = z.object({
  /** Whole content path here, `/acme/site/news/a.html`; of a config the path that it is of. */
  path: z.string(),
  isConfig: z.boolean(),
  /** What the routes of conflicts and decisions know it by. */
  key: z.string(),
  state: syncFileState,
  /** What happened to it, on the side that it comes from; null where nobody knows yet. */
  what: z.enum(['new', 'changed', 'deleted', 'renamed']).nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable()
})

/** Why a document that people are in here is not one with that of the server just now (RT13). */
export const whyApart = z.enum([
  'joining', // it is being joined
  'away', // nothing gets through to the server
  'no-line', // the server answers, and its line does not come through
  'may-not-read', // there
  'may-not-write', // there
  'older', // the server does not write together with other services
  'unfit', // too large, or of a kind that is not shared there
  'moved', // moved or deleted there, or not there yet
  'to-compare', // what both come from is not known before a sync has compared them
  'left-out', // of what is synced
  'failed' // it is tried again
])

/**
 * What of a pair, or of a folder of it, is not in sync. Everything else below the pair's folder is. It is
 * answered from memory, without asking the server: also offline.
 */
export const syncFiles = z.object({
  pairId: z.string(),
  /** Content path of the pair's folder here. */
  local: z.string(),
  /** How many files stand how, `synced` among them; of the whole of what was asked for. */
  counts: z.record(z.string(), z.number()),
  /** Sorted by weight, then by path; ends after the limit that was asked for. */
  files: syncFile.array(),
  /** How many more there are. */
  more: z.number(),
  /**
   * Every folder above such a file, up to the pair's, with the weightiest state below it and how many are
   * below it.
   */
  folders: z.object({ path: z.string(), state: syncFileState, count: z.number() }).array(),
  /** Content paths of the documents that are one with those of the server just now, letter by letter (RT13). */
  alike: z.string().array(),
  /**
   * Documents that people are in here and that are not one with those of the server, why, and since when, in Unix
   * milliseconds. Null where this service keeps nothing alike.
   */
  apart: z.object({ path: z.string(), why: whyApart, since: z.number() }).array().nullable()
})

/** A version that the server keeps of a file. */
const remoteVersion = z.object({
  /** Opaque: for `remoteVersionContent`. */
  url: z.string(),
  /** Unix milliseconds, of the server’s clock. */
  timestamp: z.number(),
  users: z.object({ email: z.string() }).array(),
  label: z.string().nullable()
})

/** The history of a file on the server. */
export const remoteVersions = z.object({
  pairId: z.string(),
  /** Name of the remote. */
  remote: z.string(),
  /** Whole content path there. */
  path: z.string(),
  /** Whether the server has the file now; its content is what `remoteVersionContent` gives for no url. */
  exists: z.boolean(),
  /** Newest first. */
  versions: remoteVersion.array()
})

/** A decision that can still be taken back: the last one about this file. */
export const syncDecision = z.object({
  key: z.string(),
  path: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** The file beside it that keeps the other side, when both were kept. */
  beside: z.string().nullable()
})
export const undone = z.object({
  path: z.string(),
  /** The file beside it that was taken away again. */
  removed: z.string().nullable()
})

/** What lies below a folder of the server: to choose from before anything is paired. */
export const remoteFolder = z.object({
  path: z.string(),
  items: z.object({ path: z.string(), name: z.string(), kind: z.enum(['file', 'folder']) }).array()
})

/** How much a first sync would be. */
export const syncSurvey = z.object({
  /** On the server. `bytes`: null when its lists do not tell sizes. */
  remote: z.object({ files: z.number(), folders: z.number(), bytes: z.number().nullable() }),
  local: z.object({ files: z.number(), bytes: z.number() }),
  /** What of the server’s is no page and no JSON. */
  media: z.object({ files: z.number(), bytes: z.number().nullable() }),
  /**
   * The folders directly in the two, each with everything below it: what the server has, and how many files
   * are here. `''` is what lies in none. Sorted by name.
   */
  top: z
    .object({ path: z.string(), files: z.number(), bytes: z.number().nullable(), here: z.number() })
    .array(),
  /** Files that both have, by their names. */
  both: z.number(),
  /** Folders that could not be read. */
  failures: z.object({ path: z.string(), reason: z.string(), message: z.string() }).array()
})

export const syncTest = z.object({
  ok: z.boolean(),
  looks: z
    .object({
      what: z.enum(['address', 'certificate', 'service', 'token', 'permission', 'clock']),
      ok: z.boolean(),
      /** It works, but not as somebody may expect. */
      warning: z.boolean().exactOptional(),
      message: z.string()
    })
    .array()
})

export const remoteRequest = z.object({
  name: z.string(),
  base: z.string(),
  token: z.string().nullable().default(null),
  signIn: signInSetting.nullable().default(null)
})
export const offerRequest = z.object({ base: z.string().max(2000) })
/** Without a setting: the one that the remote has. */
export const signInRequest = z.object({
  setting: signInSetting.nullable().default(null),
  agreed: signInAgreement.nullable().default(null)
})
export const begunSignIn = z.object({ address: z.string() })
export const tokenRequest = z.object({ token: z.string().min(1).max(20_000) })
export const testRequest = z.object({ path: z.string().nullable().default(null) })
export const pairRequest = z.object({
  remoteId: z.string(),
  local: z.string(),
  remote: z.string(),
  serviceFolder: z
    .string()
    .regex(/^\.?[A-Za-z0-9_-]{1,63}$/)
    .exactOptional(),
  lowerCase: z.boolean().exactOptional(),
  firstSync: firstSync.exactOptional(),
  leaveOut: leaveOut.exactOptional()
})
export const pairChange = z.object({
  paused: z.boolean().exactOptional(),
  firstSync: firstSync.exactOptional(),
  leaveOut: leaveOut.exactOptional(),
  everyMinutes: everyMinutes.exactOptional()
})
/**
 * Paths of deletions that wait: `approved`, those that somebody has said yes to; `refused`, files that both
 * sides are to have again. `paths`: only these, as the failures of the last run name them, and what lies
 * below them; empty: all.
 */
export const runRequest = z.object({
  approved: z.string().array().max(200_000).default([]),
  refused: z.string().array().max(200_000).default([]),
  paths: z.string().array().max(200_000).default([])
})
export const conflictRequest = z.object({
  key: z.string(),
  choices: z.record(z.string(), choice).default({})
})
export const decisionRequest = conflictRequest.extend({
  state: z.string(),
  keepBoth: z.boolean().default(false)
})
export const undoRequest = z.object({ key: z.string() })
export const surveyRequest = z.object({ remote: z.string(), local: z.string() })
export const decided = z.object({ path: z.string(), beside: z.string().nullable() })
export const made = z.object({ id: z.string(), kept: keptWhere.exactOptional() })

export type Theirs = z.infer<typeof theirs>
export type KeptWhere = z.infer<typeof keptWhere>
export type SignInSetting = z.infer<typeof signInSetting>
export type SignInAgreement = z.infer<typeof signInAgreement>
export type SignInOffer = z.infer<typeof signInOffer>
export type SignInState = z.infer<typeof signInState>
export type SyncRemote = z.infer<typeof syncRemote>
export type SyncRun = z.infer<typeof syncRun>
export type SyncStatus = z.infer<typeof syncStatus>
export type SyncPair = z.infer<typeof syncPair>
export type SyncOverview = z.infer<typeof syncOverview>
export type SyncConflict = z.infer<typeof syncConflict>
export type SyncConflictDetail = z.infer<typeof syncConflictDetail>
export type SyncTest = z.infer<typeof syncTest>
export type SyncFileState = z.infer<typeof syncFileState>
export type SyncFile = z.infer<typeof syncFile>
export type WhyApart = z.infer<typeof whyApart>
export type SyncFiles = z.infer<typeof syncFiles>
export type RemoteVersion = z.infer<typeof remoteVersion>
export type RemoteVersions = z.infer<typeof remoteVersions>
export type SyncActivity = z.infer<typeof syncActivity>
export type SyncDecision = z.infer<typeof syncDecision>
export type RemoteFolder = z.infer<typeof remoteFolder>
export type SyncSurvey = z.infer<typeof syncSurvey>
export type PairRequest = z.infer<typeof pairRequest>
