import { z } from 'zod'
import { person } from '../person'
import { environments } from '../publishing/environments'

/**
 * The shapes of what travels over HTTP: they check the answers in the client, and describe them in the
 * OpenAPI document.
 */

// No compiled checks: the windows' security policy forbids `new Function`.
z.config({ jitless: true })

export const write = z.object({
  source: z.object({ editUrl: z.string(), contentUrl: z.string() }),
  aem: z.object({ previewUrl: z.string(), liveUrl: z.string() }).exactOptional()
})

export const restored = z.object({ path: z.string() })

export const transfer = z.object({ files: z.number(), path: z.string() })

const action = z.enum(['read', 'write'])

export const access = z.object({
  path: z.string(),
  people: z.object({ email: z.string(), groups: z.string().array() }).array(),
  actions: action.array(),
  config: action.array(),
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

export const tokenInfo = z.object({
  id: z.string(),
  kind: z.enum(['access', 'site', 'admin']),
  email: z.string(),
  groups: z.string().array(),
  site: z.string().exactOptional(),
  createdAt: z.number(),
  expiresAt: z.number().exactOptional(),
  revokedAt: z.number().exactOptional(),
  usedAt: z.number().exactOptional(),
  state: z.enum(['valid', 'expired', 'revoked'])
})

export const session = z.object({
  id: z.string(),
  owner: z.boolean(),
  email: z.string(),
  name: z.string().exactOptional(),
  groups: z.string().array(),
  host: z.string(),
  startedAt: z.number(),
  usedAt: z.number(),
  endsAt: z.number(),
  own: z.boolean()
})

export const signInLink = z.object({ path: z.string(), expiresAt: z.number() })

export const revoked = z.object({ tokens: z.number(), sessions: z.number(), links: z.number() })

export const newToken = z.object({ token: z.string(), info: tokenInfo })

export const identityProvider = z
  .object({
    issuer: z.string(),
    audience: z.string(),
    groupsClaim: z.string().exactOptional(),
    clientId: z.string().exactOptional(),
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
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  files: z.number(),
  deletedAt: z.number(),
  deletedBy: person,
  cause: z.enum(['deleted', 'replaced'])
})

/** Who asks (A1, A2, A5). */
const you = z.object({
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
  location: z.string().exactOptional(),
  owner: person.nullable(),
  /** Older services do not say. */
  you: you.exactOptional(),
  serviceFolder: z.string(),
  appVersion: z.string(),
  problems: z.object({ where: z.string(), message: z.string(), at: z.number() }).array()
})

export const setAsideItem = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'other']),
  size: z.number(),
  at: z.number()
})

const seq = z.number()
export const event = z.union([
  z.object({ seq, type: z.literal('hello'), run: z.string() }),
  z.object({
    seq,
    type: z.literal('file'),
    change: z.enum(['created', 'changed', 'deleted', 'moved', 'restored']),
    path: z.string(),
    from: z.string().exactOptional(),
    fileId: z.string(),
    etag: z.string().exactOptional(),
    by: person,
    session: z.string().exactOptional(),
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
  z.object({ seq, type: z.literal('config'), path: z.string(), by: person }),
  z.object({
    seq,
    type: z.literal('progress'),
    operation: z.string(),
    path: z.string(),
    done: z.number(),
    total: z.number()
  }),
  z.object({
    seq,
    type: z.literal('published'),
    change: z.enum(['published', 'unpublished']),
    environment: z.enum(environments),
    path: z.string(),
    by: person
  }),
  z.object({ seq, type: z.literal('workspace') }),
  z.object({ seq, type: z.literal('sync') }),
  z.object({ seq, type: z.literal('sessions') }),
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
  path: z.string(),
  label: z.string().exactOptional()
})

export const historyRecord = versionRecord.extend({
  written: z.object({ by: z.object({ email: z.string() }), at: z.number().int() }).exactOptional()
})

export const errorBody = z.object({
  error: z.string(),
  reason: z.string(),
  where: z.string().exactOptional(),
  /** Which rule of Galley’s SPEC.md was broken, where one alone decides. */
  rule: z.string().exactOptional()
})
