import { GalleyError } from '../../../src/common/errors'
import { isGuid } from '../../../src/main/store/layout/names'
import { readBounds } from '../../../src/main/store/layout/read-bounds'
import type { RoomEntry, RoomLog, RoomLogs } from '../../../src/main/store/types'
import type { State } from './state'

export function roomsIn({ rooms, files, now }: State): RoomLogs {
  function need(fileId: string): void {
    if (!isGuid(fileId)) throw new GalleyError('internal', 'No id of a file.')
  }
  function put(fileId: string, entries: readonly RoomEntry[]): void {
    if (sizeOf(entries) > readBounds.roomLog) throw new GalleyError('too-large', 'It is too large.')
    rooms.set(fileId, { entries: entries.map(copied), at: now() })
  }

  return {
    async load(fileId) {
      need(fileId)
      const room = rooms.get(fileId)
      return room ? { entries: room.entries.map(copied), whole: true, at: room.at } : null
    },
    async append(fileId, entries) {
      need(fileId)
      const room = rooms.get(fileId)
      if (!room) throw new GalleyError('not-found', 'There is no log of this room.')
      put(fileId, [...room.entries, ...entries])
    },
    async replace(fileId, entries) {
      need(fileId)
      put(fileId, entries)
    },
    async drop(fileId) {
      need(fileId)
      return rooms.delete(fileId)
    },
    async list() {
      const logs: RoomLog[] = []
      for (const [fileId, { entries, at }] of rooms) {
        const file = files.get(fileId)
        logs.push({ fileId, path: file?.isHere ? file.path : null, size: sizeOf(entries), at })
      }
      return logs
    }
  }
}

const sizeOf = (entries: readonly RoomEntry[]) =>
  entries.reduce((sum, entry) => sum + ('bytes' in entry ? entry.bytes.length : 0), 0)

/** Nobody shares bytes with the store. */
const copied = (entry: RoomEntry): RoomEntry =>
  'bytes' in entry ? { ...entry, bytes: Uint8Array.from(entry.bytes) } : { ...entry }
