import { z } from 'zod'
import type { Person } from '../../common/api/types'
import type { ContentPath } from '../../common/content/paths'
import type { Version } from './types'

/** What happened to one file, as its log tells it. */
export type LogEvent =
  | {
      readonly event: 'created'
      readonly id: string
      readonly path: ContentPath
      readonly by: Person
      readonly at: number
    }
  | VersionEvent
  | CurrentEvent
  | { readonly event: 'moved' | 'restored'; readonly path: ContentPath; readonly at: number }
  | { readonly event: 'trashed'; readonly trash: string; readonly at: number }

export interface VersionEvent {
  readonly event: 'version'
  readonly id: string
  readonly hash: string
  readonly size: number
  readonly timestamp: number
  readonly users: readonly Person[]
  readonly path: ContentPath
  readonly label?: string | undefined
}

export interface CurrentEvent {
  readonly event: 'current'
  readonly hash: string
  readonly size: number
  readonly by: Person
  readonly at: number
  readonly mtimeMs: number
  readonly ino: number
  readonly session?: string | undefined
  readonly since?: number | undefined
}

/** What the events add up to. */
export interface FileState {
  readonly id: string
  path: ContentPath | null
  /** Oldest first. */
  readonly versions: Version[]
  current: CurrentEvent | null
  /** The content before: tells an interrupted save from a change made by another program. */
  previous: CurrentEvent | null
  /** Time of the newest version, 0 if none (V4). */
  lastTimestamp: number
  /** `current` events in the log that later ones made void. */
  superseded: number
}

export const emptyState = (id: string): FileState => ({
  id,
  path: null,
  versions: [],
  current: null,
  previous: null,
  lastTimestamp: 0,
  superseded: 0
})

export function applyEvent(state: FileState, event: LogEvent): void {
  switch (event.event) {
    case 'created':
    case 'moved':
    case 'restored':
      state.path = event.path
      return
    case 'trashed':
      state.path = null
      return
    case 'version':
      state.versions.push(versionOf(state.id, event))
      state.lastTimestamp = Math.max(state.lastTimestamp, event.timestamp)
      return
    case 'current':
      if (state.current) state.superseded++
      state.previous = state.current
      state.current = event
  }
}

export function versionOf(fileId: string, event: VersionEvent): Version {
  const { id, hash, size, timestamp, users, path, label } = event
  return { id, fileId, timestamp, users, path, hash, size, ...(label !== undefined && { label }) }
}

/** Null for what is no event of ours. */
export function parseEvent(value: unknown): LogEvent | null {
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}

const path = z.custom<ContentPath>((value) => typeof value === 'string' && value.startsWith('/'))
const person = z
  .object({ email: z.string(), name: z.string().optional() })
  .transform(({ email, name }): Person => (name === undefined ? { email } : { email, name }))

const schema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('created'), id: z.string(), path, by: person, at: z.number() }),
  z.object({
    event: z.literal('version'),
    id: z.string(),
    hash: z.string(),
    size: z.number(),
    timestamp: z.number(),
    users: z.array(person),
    path,
    label: z.string().optional()
  }),
  z.object({
    event: z.literal('current'),
    hash: z.string(),
    size: z.number(),
    by: person,
    at: z.number(),
    mtimeMs: z.number(),
    ino: z.number(),
    session: z.string().optional(),
    since: z.number().optional()
  }),
  z.object({ event: z.literal('moved'), path, at: z.number() }),
  z.object({ event: z.literal('restored'), path, at: z.number() }),
  z.object({ event: z.literal('trashed'), trash: z.string(), at: z.number() })
])
