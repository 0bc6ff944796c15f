import { z } from 'zod'
import { person } from '../person'
import { present } from '../present'
import { environments } from '../publishing/environments'

/**
 * The shapes of what travels over HTTP: they check the answers in the client, describe them in the OpenAPI
 * document, and are the types of `types.ts`. Paths are canonical content paths (N5); times are Unix
 * milliseconds.
 */

// No compiled checks: the windows' security policy forbids `new Function`.
z.config({ jitless: true })

export const write = z.object({
  source: z.object({ editUrl: z.string(), contentUrl: z.string() }),
  /** Where readers find it once it is published; older services do not say. */
  aem: z.object({ previewUrl: z.string(), liveUrl: z.string() }).exactOptional()
})

export const restored = z.object({ path: z.string() })

export const transfer = z.object({ files: z.number(), path: z.string() })

const action = z.enum(['read', 'write'])

export const access = z.object({
  path: z.string(),
  /** Several for a request with several tokens. */
  people: z.object({ email: z.string(), groups: z.string().array() }).array(),
  actions: action.array(),
  /** On the config of the path (P4). */
  config: action.array(),
  /** For each person the rules that decided; null where nothing is restricted. `rows` count from 1. */
  reasons: z
    .object({
      identifier: z.string(),
      path: z.string(),
      rows: z.number().array(),
      actions: action.array()
    })
    .array()
    .array()
    .nullable()
})

/** What somebody asks to be allowed; its text is theirs, their name is what the service knows them by. */
export const accessRequest = z.object({
  id: z.string(),
  path: z.string(),
  action,
  text: z.string(),
  by: person.omit({ via: true }),
  at: z.number(),
  /** What it was answered; absent while it is open. */
  answer: z.enum(['read', 'write', 'refuse']).exactOptional()
})

export const accessRequests = z.object({
  /** The caller's own, oldest first. */
  mine: accessRequest.array(),
  /** Open ones that the caller may answer, oldest first. */
  toAnswer: accessRequest.array()
})

/** Characters of what somebody may add in words. */
export const MOST_REQUEST_TEXT = 500

export const newAccessRequest = z.object({
  path: z.string(),
  action,
  text: z.string().max(MOST_REQUEST_TEXT).exactOptional()
})

export const accessAnswer = z.object({ answer: z.enum(['read', 'write', 'refuse']) })

export const tokenInfo = z.object({
  id: z.string(),
  kind: z.enum(['access', 'site', 'admin']),
  email: z.string(),
  groups: z.string().array(),
  /** `org/site`, for site tokens and restricted admin tokens (A3). */
  site: z.string().exactOptional(),
  createdAt: z.number(),
  expiresAt: z.number().exactOptional(),
  revokedAt: z.number().exactOptional(),
  /** When it last opened something, to the hour. */
  usedAt: z.number().exactOptional(),
  state: z.enum(['valid', 'expired', 'revoked'])
})

export const session = z.object({
  id: z.string(),
  owner: z.boolean(),
  email: z.string(),
  name: z.string().exactOptional(),
  groups: z.string().array(),
  /** The host and port that it was opened at. */
  host: z.string(),
  startedAt: z.number(),
  /** To the minute. */
  usedAt: z.number(),
  /** At the latest; two hours after the last use if that is earlier. */
  endsAt: z.number(),
  /** Whether it is the one that asks. */
  own: z.boolean()
})

/** `path` is relative to the service's origin. */
export const signInLink = z.object({ path: z.string(), expiresAt: z.number() })

export const revoked = z.object({ tokens: z.number(), sessions: z.number(), links: z.number() })

export const newToken = z.object({ token: z.string(), info: tokenInfo })

/** Whose JWTs are believed (A2). */
export const identityProvider = z
  .object({
    /** Exactly as the tokens name it; its keys are found by OpenID discovery. */
    issuer: z.string(),
    /** What the tokens must be made for. */
    audience: z.string(),
    /** Claim with the caller's groups, an array or a text with commas or spaces between; default `groups`. */
    groupsClaim: z.string().exactOptional(),
    /** What people's own Galleys are registered as at the provider, to sign in there. */
    clientId: z.string().exactOptional(),
    /** Scopes that they ask for beside the usual ones, with spaces between. */
    scope: z.string().exactOptional()
  })
  .nullable()

/** Where one signs in (RFC 9728), with two members of our own: what another Galley asks the provider for. */
export const signInDocument = z.object({
  resource: z.string(),
  authorization_servers: z.string().array().min(1),
  bearer_methods_supported: z.string().array(),
  scopes_supported: z.string().array().exactOptional(),
  galley_client_id: z.string().exactOptional(),
  galley_audience: z.string()
})

export const trashItem = z.object({
  id: z.string(),
  /** Where it was, and where it returns to. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  files: z.number(),
  deletedAt: z.number(),
  deletedBy: person,
  /** `deleted` by someone, or `replaced`: media that an upload took the place of. */
  cause: z.enum(['deleted', 'replaced'])
})

/** Who asks (A1, A2, A5). */
export const you = z.object({
  email: z.string(),
  name: z.string().exactOptional(),
  groups: z.string().array(),
  owner: z.boolean(),
  /** When the browser's session ends at the latest; absent for who has none. */
  sessionEndsAt: z.number().exactOptional()
})

export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Folder on disk; absent for a caller who is not the owner. */
  location: z.string().exactOptional(),
  /** Asked for at first start (A1); null until then. */
  owner: person.nullable(),
  /** Older services do not say. */
  you: you.exactOptional(),
  /** Name of the service folder without its dot (N4), default `galley`. */
  serviceFolder: z.string(),
  appVersion: z.string(),
  /** What recovery or reading found damaged and set aside (W6, W8). */
  problems: z.object({ where: z.string(), message: z.string(), at: z.number() }).array()
})

export const setAsideItem = z.object({
  /** As it lies in `.galley/damaged`. */
  name: z.string(),
  /** `other`: a link or a special file, which is never followed or read. */
  kind: z.enum(['file', 'folder', 'other']),
  /** Bytes; 0 for what is no file. */
  size: z.number(),
  at: z.number()
})

/** Whether requests should be sent to a service (OP1). */
export const readiness = z.object({
  ready: z.boolean(),
  checks: z.object({
    /** The service is not ending. */
    accepting: z.boolean(),
    /** The store is open. */
    store: z.boolean(),
    /** What is written becomes durable; within the last few seconds. */
    disk: z.boolean()
  })
})

const seq = z.number()
export const event = z.union([
  z.object({ seq, type: z.literal('hello'), run: z.string() }),
  z.object({
    seq,
    type: z.literal('file'),
    change: z.enum(['created', 'changed', 'deleted', 'moved', 'restored']),
    path: z.string(),
    /** Only for `moved`. */
    from: z.string().exactOptional(),
    fileId: z.string(),
    /** The new content; absent for `deleted`. */
    etag: z.string().exactOptional(),
    by: person,
    /**
     * Only for `created` and `changed`: the editing session that wrote it (`X-Galley-Session`), so that a
     * window knows its own changes.
     */
    session: z.string().exactOptional(),
    /** `outside`: another program changed the file on disk. */
    origin: z.enum(['api', 'outside'])
  }),
  z.object({
    seq,
    type: z.literal('folder'),
    change: z.enum(['created', 'deleted']),
    path: z.string(),
    by: person
  }),
  z.object({
    seq,
    type: z.literal('folder'),
    change: z.literal('moved'),
    path: z.string(),
    from: z.string(),
    by: person
  }),
  z.object({
    seq,
    type: z.literal('version'),
    path: z.string(),
    fileId: z.string(),
    label: z.string().exactOptional()
  }),
  z.object({ seq, type: z.literal('trash'), site: z.string() }),
  /** A config was made or changed. `path` is the one that the config is of. */
  z.object({ seq, type: z.literal('config'), path: z.string(), by: person }),
  /** How far a move or copy is, by the name that its request gave it. */
  z.object({
    seq,
    type: z.literal('progress'),
    operation: z.string(),
    path: z.string(),
    done: z.number(),
    total: z.number(),
    /** Who began it; told to the owner. */
    by: person.exactOptional()
  }),
  /** A path was published to an environment, or taken out of it (U1). */
  z.object({
    seq,
    type: z.literal('published'),
    change: z.enum(['published', 'unpublished']),
    environment: z.enum(environments),
    path: z.string(),
    by: person
  }),
  /** All who are in a document now, when somebody came or went; nobody, also where it went elsewhere. */
  z.object({ seq, type: z.literal('presence'), path: z.string(), people: present.array() }),
  /** Somebody holds a file, writes in it all the same, or has let it go: whoever shows that asks again. */
  z.object({ seq, type: z.literal('hold'), path: z.string() }),
  /** What the caller may do may be otherwise than before; told in place of a config that they may not read. */
  z.object({ seq, type: z.literal('rights') }),
  /** Somebody asked to be allowed more at a path, or was answered; told to them and to who may answer (A13). */
  z.object({ seq, type: z.literal('asked'), path: z.string(), by: person }),
  z.object({ seq, type: z.literal('workspace') }),
  /** Something of the sync is otherwise than before; the owner's alone. */
  z.object({ seq, type: z.literal('sync') }),
  /** Somebody signed in, or a session ended; the owner's alone. */
  z.object({ seq, type: z.literal('sessions') }),
  /**
   * The store, the disk or the place of the workspace is otherwise than before (W11 to W13); the owner's
   * alone.
   */
  z.object({ seq, type: z.literal('health') })
])

/** One element of a folder list (S2). A folder has no `ext`; `name` is without extension, `size` in bytes. */
export const listItem = z.object({
  path: z.string(),
  name: z.string(),
  ext: z.string().exactOptional(),
  lastModified: z.number().int().exactOptional(),
  etag: z.string().exactOptional(),
  size: z.number().int().exactOptional(),
  /** Kept when the file is moved; only for who asks for ids. */
  id: z.string().exactOptional()
})

/** One element of a version list (V1). */
export const versionRecord = z.object({
  url: z.string(),
  users: z.object({ email: z.string() }).array(),
  timestamp: z.number().int(),
  /** `<repo>/<path/to/file>`, the file's path when the version was made. */
  path: z.string(),
  label: z.string().exactOptional()
})

export const historyRecord = versionRecord.extend({
  users: person.omit({ via: true }).array(),
  written: z.object({ by: person, at: z.number().int() }).exactOptional()
})

export const errorBody = z.object({
  error: z.string(),
  reason: z.string(),
  where: z.string().exactOptional(),
  /** Which rule of Galley’s SPEC.md was broken, where one alone decides. */
  rule: z.string().exactOptional(),
  /** The sentence with its places named, `There is no folder {folder}.`, where it has any, and what it says there. */
  pattern: z.string().exactOptional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional()
})
