import { z } from 'zod'
import { GalleyError } from '../errors'
import { environments } from '../publishing/environments'
import type { ServiceEvent } from './events'
import type {
  AccessAnswer,
  IdentityProviderSetting,
  ListItem,
  NewTokenAnswer,
  TokenInfo,
  TransferAnswer,
  TrashItem,
  VersionRecord,
  WorkspaceInfo,
  WriteAnswer
} from './types'

/** Checks of what the service answers, one a shape. @throws GalleyError internal when a stranger answers in its place */
export const parseAnswer = {
  workspace: checked((value): WorkspaceInfo => workspace.parse(value)),
  list: checked((value): ListItem[] => everyOne(value, isListItem)),
  write: checked((value): WriteAnswer => write.parse(value)),
  transfer: checked((value): TransferAnswer => transfer.parse(value)),
  versions: checked((value): VersionRecord[] => everyOne(value, isVersion)),
  trash: checked((value): TrashItem[] => trashItem.array().parse(value)),
  paths: checked((value): { path: string }[] => restored.array().parse(value)),
  access: checked((value): AccessAnswer => access.parse(value)),
  tokens: checked((value): TokenInfo[] => tokenInfo.array().parse(value)),
  newToken: checked((value): NewTokenAnswer => newToken.parse(value)),
  identityProvider: checked((value): IdentityProviderSetting | null => identityProvider.parse(value)),
  restored: checked((value): { path: string } => restored.parse(value)),
  /** Null for what is no event of ours. */
  event: (data: unknown): ServiceEvent | null => {
    if (typeof data !== 'string') return null
    const parsed = event.safeParse(safeJson(data))
    return parsed.success ? parsed.data : null
  }
}

function checked<T>(parse: (value: unknown) => T): (value: unknown) => T {
  return (value) => {
    try {
      return parse(value)
    } catch (cause) {
      throw new GalleyError(
        'internal',
        'The service gave an answer that this Galley does not understand. Restart Galley.',
        {
          cause
        }
      )
    }
  }
}

// No compiled checks: the windows' security policy forbids `new Function`.
z.config({ jitless: true })

const person = z.object({ email: z.string(), name: z.string().exactOptional() })

const write = z.object({ source: z.object({ editUrl: z.string(), contentUrl: z.string() }) })

const restored = z.object({ path: z.string() })

const transfer = z.object({ files: z.number(), path: z.string() })

const action = z.enum(['read', 'write'])

const access = z.object({
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

const tokenInfo = z.object({
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

const newToken = z.object({ token: z.string(), info: tokenInfo })

const identityProvider = z
  .object({ issuer: z.string(), audience: z.string(), groupsClaim: z.string().exactOptional() })
  .nullable()

const trashItem = z.object({
  id: z.string(),
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  files: z.number(),
  deletedAt: z.number(),
  deletedBy: person,
  cause: z.enum(['deleted', 'replaced'])
})

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string().exactOptional(),
  owner: person.nullable(),
  serviceFolder: z.string(),
  appVersion: z.string(),
  problems: z.object({ where: z.string(), message: z.string(), at: z.number() }).array()
})

const seq = z.number()
const event = z.union([
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
  z.object({ seq, type: z.literal('workspace') })
])

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lists may have 10,000 elements and are checked between two key strokes, so by hand: zod takes 30 ms for what takes one. */
function everyOne<T>(value: unknown, test: (element: unknown) => element is T): T[] {
  if (Array.isArray(value) && value.every(test)) return value
  throw new TypeError('The service answered with a list that is none.')
}

function isListItem(value: unknown): value is ListItem {
  return (
    isRecord(value) &&
    typeof value.path === 'string' &&
    typeof value.name === 'string' &&
    isOptional(value.ext, 'string') &&
    isOptional(value.etag, 'string') &&
    isOptional(value.lastModified, 'number') &&
    isOptional(value.size, 'number')
  )
}

function isVersion(value: unknown): value is VersionRecord {
  return (
    isRecord(value) &&
    typeof value.url === 'string' &&
    typeof value.path === 'string' &&
    typeof value.timestamp === 'number' &&
    isOptional(value.label, 'string') &&
    Array.isArray(value.users) &&
    value.users.every((user) => isRecord(user) && typeof user.email === 'string')
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOptional = (value: unknown, type: 'string' | 'number') => value === undefined || typeof value === type
