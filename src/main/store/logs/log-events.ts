import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import type { ContentHash, Guid } from '../layout/names'
import { isGuid, isHash } from '../layout/names'
import type { Fields } from '../layout/stored-values'
import {
  isCount,
  isFields,
  isFileTime,
  isInode,
  isMoment,
  isPerson,
  isStoredPath,
  isText
} from '../layout/stored-values'
import type { Version } from '../seam/content'

/** What happened to one file, as its log tells it. */
export type LogEvent =
  | {
      readonly event: 'created'
      readonly id: Guid
      readonly path: ContentPath
      readonly by: Person
      readonly at: number
    }
  | VersionEvent
  | CurrentEvent
  | {
      readonly event: 'moved' | 'restored'
      readonly path: ContentPath
      readonly at: number
      readonly by?: Person | undefined
      /** Of what came back: since when it was in the trash. */
      readonly deletedAt?: number | undefined
    }
  | { readonly event: 'trashed'; readonly trash: string; readonly at: number }

export interface VersionEvent {
  readonly event: 'version'
  readonly id: Guid
  readonly hash: ContentHash
  readonly size: number
  readonly timestamp: number
  readonly users: readonly Person[]
  readonly path: ContentPath
  readonly label?: string | undefined
  /**
   * Who wrote the content, and when: where no record of that content stands before it, in the second copy and
   * in a history written anew.
   */
  readonly written?: { readonly by: Person; readonly at: number } | undefined
}

export interface CurrentEvent {
  readonly event: 'current'
  readonly hash: ContentHash
  readonly size: number
  readonly by: Person
  readonly at: number
  readonly mtimeMs: number
  readonly ino: number
  readonly session?: string | undefined
  readonly since?: number | undefined
  /** The shadow was not synced: it is held against its hash before a version is made of it. */
  readonly loose?: boolean | undefined
}

/** What the events add up to. */
export interface FileState {
  readonly id: Guid
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

export const emptyState = (id: Guid): FileState => ({
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
      state.versions.push(versionOf(state.id, event, state.current))
      state.lastTimestamp = Math.max(state.lastTimestamp, event.timestamp)
      return
    case 'current':
      if (state.current) state.superseded++
      state.previous = state.current
      state.current = event
  }
}

/**
 * @param current what was current when the version was made: of that content it is, and whoever wrote that,
 * wrote it
 */
export function versionOf(
  fileId: Guid,
  event: VersionEvent,
  current: Pick<CurrentEvent, 'hash' | 'by' | 'at'> | null
): Version {
  const { id, hash, size, timestamp, users, path, label } = event
  const written = current?.hash === hash ? { by: current.by, at: current.at } : event.written
  return {
    id,
    fileId,
    timestamp,
    users,
    path,
    hash,
    size,
    ...(label !== undefined && { label }),
    ...(written && { written })
  }
}

/**
 * Null for what is no event of ours, or of another file than the one whose log it stands in. Written out by
 * hand: a file with 10,000 versions is read in one go, and a schema library takes longer for that than the
 * budget of the whole list.
 */
export function parseEvent(value: unknown, file: Guid): LogEvent | null {
  if (!isFields(value)) return null
  const { event, at } = value
  switch (event) {
    case 'version':
      return parseVersion(value)
    case 'current':
      return parseCurrent(value)
    case 'created':
      return value['id'] === file && isStoredPath(value['path']) && isPerson(value['by']) && isMoment(at)
        ? { event, id: file, path: value['path'], by: value['by'], at }
        : null
    case 'moved':
    case 'restored':
      return isStoredPath(value['path']) && isMoment(at)
        ? {
            event,
            path: value['path'],
            at,
            ...(isPerson(value['by']) && { by: value['by'] }),
            ...(isMoment(value['deletedAt']) && { deletedAt: value['deletedAt'] })
          }
        : null
    case 'trashed':
      return isText(value['trash']) && isMoment(at) ? { event, trash: value['trash'], at } : null
    default:
      return null
  }
}

function parseVersion(value: Fields): VersionEvent | null {
  const { id, hash, size, timestamp, users, path, label, written } = value
  if (!isGuid(id) || !isHash(hash) || !isCount(size) || !isMoment(timestamp) || !isStoredPath(path))
    return null
  if (!Array.isArray(users) || !users.every(isPerson)) return null
  if (label !== undefined && !isText(label)) return null
  if (written !== undefined && !isWritten(written)) return null
  return { event: 'version', id, hash, size, timestamp, users, path, label, ...(written && { written }) }
}

function parseCurrent(value: Fields): CurrentEvent | null {
  const { hash, size, by, at, mtimeMs, ino, session, since, loose } = value
  if (
    !isHash(hash) ||
    !isCount(size) ||
    !isPerson(by) ||
    !isMoment(at) ||
    !isFileTime(mtimeMs) ||
    !isInode(ino)
  )
    return null
  if (session !== undefined && !isText(session)) return null
  if (since !== undefined && !isMoment(since)) return null
  return {
    event: 'current',
    hash,
    size,
    by,
    at,
    mtimeMs,
    ino,
    session,
    since,
    ...(loose === true && { loose })
  }
}

const isWritten = (value: unknown): value is NonNullable<VersionEvent['written']> =>
  isFields(value) && isPerson(value['by']) && isMoment(value['at'])

/** The record of a version that is known, with who wrote it. */
export function eventOf({ fileId: _file, ...version }: Version): VersionEvent {
  return { event: 'version', ...version }
}
