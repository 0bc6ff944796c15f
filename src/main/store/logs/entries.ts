import type { Person } from '../../../common/person'
import type { FileEvent } from '../../../common/api/events'
import type { ContentPath } from '../../../common/content/paths'
import { nameOf, segmentsOf, splitName } from '../../../common/content/paths'
import { hasVersions } from '../../../common/formats/files'
import type { IndexRecord } from '../layout/content-index'
import type { CurrentEvent } from './log-events'
import type { FileEntry } from '../seam/content'
import type { Guid } from '../layout/names'

/** A file as others see it, whatever the store knows of it besides. */
export function entryOf(
  record: Pick<IndexRecord, 'path' | 'id' | 'hash' | 'size' | 'at' | 'by'> & {
    readonly session?: string | undefined
  }
): FileEntry {
  const { path, id, hash, size, at, by, session } = record
  return {
    kind: 'file',
    path,
    name: nameOf(path),
    id,
    hash,
    size,
    lastModified: Math.round(at),
    modifiedBy: by,
    ...(session !== undefined && { session })
  }
}

export const extOf = (path: ContentPath) => splitName(nameOf(path)).ext
export const isVersioned = (path: ContentPath) => hasVersions(extOf(path))

/** The site that a path lies in, or as much of one as there is. */
export function siteOf(path: ContentPath): ContentPath {
  return `/${segmentsOf(path).slice(0, 2).join('/')}` as ContentPath
}

export function currentEvent(record: IndexRecord): CurrentEvent {
  const { hash, size, by, at, mtimeMs, ino, session, since } = record
  return {
    event: 'current',
    hash,
    size,
    by,
    at,
    mtimeMs,
    ino,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since })
  }
}

export function recordOf(path: ContentPath, id: Guid, current: CurrentEvent): IndexRecord {
  const { hash, size, by, at, mtimeMs, ino, session, since } = current
  return {
    path,
    id,
    hash,
    size,
    mtimeMs,
    ino,
    at,
    by,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since })
  }
}

/**
 * What happened to a file, for who listens. Only a save is its session's own doing: who restores, moves or
 * deletes what a session wrote last tells that session news.
 */
export function fileEvent(
  change: FileEvent['change'],
  record: IndexRecord,
  by: Person,
  origin: FileEvent['origin'],
  from?: ContentPath
): FileEvent {
  const isSave = change === 'created' || change === 'changed'
  return {
    type: 'file',
    change,
    path: record.path,
    fileId: record.id,
    by,
    origin,
    ...(from !== undefined && { from }),
    ...(change !== 'deleted' && { etag: record.hash }),
    ...(isSave && record.session !== undefined && { session: record.session })
  }
}
