import { z } from 'zod'
import { GalleyError } from '../errors'
import { momentChanges, momentRun, type MomentChanges, type MomentRun } from '../moment/answers'
import { workspaceHealth, type WorkspaceHealth } from '../health'
import { trustInfo, type TrustInfo } from '../trust'
import { draftPlace, keptDraft, type KeptDraft } from './drafts'
import type { ServiceEvent } from './events'
import {
  access,
  event,
  identityProvider,
  listItem,
  newToken,
  restored,
  setAsideItem,
  revoked,
  session,
  signInLink,
  tokenInfo,
  transfer,
  trashItem,
  workspace,
  write
} from './shapes'
import type {
  AccessAnswer,
  HistoryRecord,
  IdentityProviderSetting,
  ListItem,
  NewTokenAnswer,
  SetAsideItem,
  RevokedAnswer,
  SessionInfo,
  SignInLinkAnswer,
  TokenInfo,
  TransferAnswer,
  TrashItem,
  VersionRecord,
  WorkspaceInfo,
  WriteAnswer
} from './types'

const isListItem = flatCheck(listItem)

/** Checks of what the service answers, one a shape. @throws GalleyError internal when a stranger answers in its place */
export const parseAnswer = {
  workspace: checked((value): WorkspaceInfo => workspace.parse(value)),
  list: checked((value): ListItem[] => everyOne(value, isListItem)),
  write: checked((value): WriteAnswer => write.parse(value)),
  transfer: checked((value): TransferAnswer => transfer.parse(value)),
  versions: checked((value): VersionRecord[] => everyOne(value, isVersion)),
  history: checked((value): HistoryRecord[] => everyOne(value, isHistoryRecord)),
  trash: checked((value): TrashItem[] => trashItem.array().parse(value)),
  paths: checked((value): { path: string }[] => restored.array().parse(value)),
  access: checked((value): AccessAnswer => access.parse(value)),
  tokens: checked((value): TokenInfo[] => tokenInfo.array().parse(value)),
  sessions: checked((value): SessionInfo[] => session.array().parse(value)),
  signInLink: checked((value): SignInLinkAnswer => signInLink.parse(value)),
  revoked: checked((value): RevokedAnswer => revoked.parse(value)),
  newToken: checked((value): NewTokenAnswer => newToken.parse(value)),
  drafts: checked((value): KeptDraft[] => keptDraft.array().parse(value)),
  draftPlace: checked((value): 'disk' | 'memory' => draftPlace.parse(value).kept),
  identityProvider: checked((value): IdentityProviderSetting | null => identityProvider.parse(value)),
  health: checked((value): WorkspaceHealth => workspaceHealth.parse(value)),
  trust: checked((value): TrustInfo => trustInfo.parse(value)),
  momentChanges: checked((value): MomentChanges => momentChanges.parse(value)),
  setAside: checked((value): SetAsideItem[] => setAsideItem.array().parse(value)),
  momentRun: checked((value): MomentRun => momentRun.parse(value)),
  momentRuns: checked((value): MomentRun[] => momentRun.array().parse(value)),
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

/** What a flat shape asks, made once into the quickest check there is. */
function flatCheck<Members extends FlatMembers>(
  shape: z.ZodObject<Members>
): (value: unknown) => value is z.infer<z.ZodObject<Members>> {
  const members = Object.entries(shape.shape).map(([name, member]) => {
    const optional = member instanceof z.ZodExactOptional
    const { type } = (optional ? member.unwrap() : member).def
    return { name, type, optional }
  })
  return (value): value is z.infer<z.ZodObject<Members>> =>
    isRecord(value) &&
    members.every(({ name, type, optional }) => {
      const member = value[name]
      return typeof member === type || (optional && member === undefined)
    })
}

type FlatMember = z.ZodString | z.ZodNumber
type FlatMembers = Readonly<Record<string, FlatMember | z.ZodExactOptional<FlatMember>>>

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

function isHistoryRecord(value: unknown): value is HistoryRecord {
  if (!isRecord(value) || !isVersion(value)) return false
  const { written } = value
  if (written === undefined) return true
  return (
    isRecord(written) &&
    typeof written.at === 'number' &&
    isRecord(written.by) &&
    typeof written.by.email === 'string'
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOptional = (value: unknown, type: 'string' | 'number') => value === undefined || typeof value === type
