import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { isVersioned } from '../logs/entries'
import { readLog } from '../logs/line-log'
import type { VersionEvent } from '../logs/log-events'
import { applyEvent, emptyState, eventOf, parseEvent } from '../logs/log-events'
import { shardOf, type Guid } from '../layout/names'
import type { Captured } from './capture'
import { entryOfBytes, entryOfHandle } from './pieces'
import type { LeftOut, SnapshotEntry } from '../seam/folder'

/** What has been taken of files so far, for the records that are written anew at the end. */
export interface Taken {
  /** As the index will tell of them. */
  readonly records: IndexRecord[]
  readonly versions: Map<Guid, readonly VersionEvent[]>
  /** Whose history has been taken. */
  readonly logs: Set<string>
  /** Whose room has been taken. */
  readonly rooms: Set<string>
  readonly leftOut: LeftOut[]
}

export const nothingTaken = (): Taken => ({
  records: [],
  versions: new Map(),
  logs: new Set(),
  rooms: new Set(),
  leftOut: []
})

/**
 * A file's content, the store's own copy of it, its history, and what is written together in it.
 * @param place where the content lies in the copy
 */
export async function* entriesOfFile(
  taken: Taken,
  captured: Captured,
  place: string
): AsyncGenerator<SnapshotEntry, void> {
  const { record, log, shadow, room, content } = captured
  const { id, hash } = record
  const about = { hash, modified: record.at }
  try {
    if (content) {
      const { size } = await content.stat()
      yield* entryOfHandle(place, content, size, about)
    } else if (shadow) {
      taken.leftOut.push({
        path: place,
        message: 'It cannot be read; the backup has the store’s own copy of it.'
      })
      yield entryOfBytes(place, shadow, about)
    } else taken.leftOut.push({ path: place, message: 'It cannot be read and is not in the backup.' })
  } catch (error) {
    await content?.close().catch(() => undefined)
    throw error
  }
  if (shadow && isVersioned(record.path))
    yield entryOfBytes(`.galley/current/${shardOf(id)}/${id}.${hash}`, shadow, about)
  if (room && !taken.rooms.has(id)) {
    taken.rooms.add(id)
    yield entryOfBytes(`.galley/rooms/${id}.log`, room)
  }
  if (log) yield* entriesOfHistory(taken, id, log)
  else taken.leftOut.push({ path: place, message: 'Its history cannot be read and is not in the backup.' })
}

export function* entriesOfHistory(taken: Taken, id: Guid, log: Uint8Array): Generator<SnapshotEntry, void> {
  if (taken.logs.has(id)) return
  taken.logs.add(id)
  const state = emptyState(id)
  for (const event of readLog(log).values.flatMap((value) => parseEvent(value, id) ?? []))
    applyEvent(state, event)
  if (state.versions.length > 0) taken.versions.set(id, state.versions.map(eventOf))
  yield entryOfBytes(`.galley/files/${shardOf(id)}/${id}.log`, log)
}

/** Of the core alone what names in the copy come from. */
export const placeOf = (core: Pick<Core, 'layout'>, file: string): string =>
  file.slice(core.layout.root.length + 1).replaceAll('\\', '/')
