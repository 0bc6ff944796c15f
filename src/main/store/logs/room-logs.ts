import { GalleyError, sentence } from '../../../common/errors'
import type { ContentPath } from '../../../common/content/paths'
import type { DurableFs } from '../disk/durable-fs'
import { filesIn } from '../disk/durable-read'
import type { Layout } from '../layout/layout'
import { isGuid } from '../layout/names'
import type { Problems } from '../damaged/problems'
import type { RoomLogs } from '../seam/rooms'
import { roomIdOf } from './room-entries'
import { openRoomLog, type OpenRoomLog } from './room-log'

/** So many rooms are remembered by the length of their logs when nothing is asked of them. */
const KNOWN_ROOMS = 500

/**
 * The logs of rooms below `.galley/rooms/`; of what they hold nothing stays in memory.
 * @param pathOf where the file of an id is now
 */
export function createRoomLogs(
  fs: DurableFs,
  layout: Layout,
  problems: Problems,
  pathOf: (fileId: string) => ContentPath | null
): RoomLogs {
  const known = new Map<string, OpenRoomLog>()
  const busy = new Map<string, number>()

  async function within<T>(fileId: string, work: (log: OpenRoomLog) => Promise<T>): Promise<T> {
    if (!isGuid(fileId)) throw new GalleyError('internal', sentence`“${{ fileId }}” is no id of a file.`)
    const log = known.get(fileId) ?? openRoomLog(fs, layout.roomLog(fileId), problems)
    known.delete(fileId)
    known.set(fileId, log)
    busy.set(fileId, (busy.get(fileId) ?? 0) + 1)
    try {
      return await work(log)
    } finally {
      const others = (busy.get(fileId) ?? 0) - 1
      if (others > 0) busy.set(fileId, others)
      else busy.delete(fileId)
      forgetOldest()
    }
  }

  function forgetOldest(): void {
    for (const fileId of known.keys()) {
      if (known.size <= KNOWN_ROOMS) return
      if (!busy.has(fileId)) known.delete(fileId)
    }
  }

  return {
    load: (fileId) => within(fileId, (log) => log.load()),
    append: (fileId, entries) => within(fileId, (log) => log.append(entries)),
    replace: (fileId, entries) => within(fileId, (log) => log.replace(entries)),
    drop: (fileId) => within(fileId, (log) => log.drop()),
    async list() {
      const ids = (await filesIn(fs, layout.rooms)).flatMap((name) => roomIdOf(name) ?? [])
      const stats = await fs.lstatAll(ids.map((id) => layout.roomLog(id)))
      return ids.flatMap((fileId, at) => {
        const stat = stats[at]
        return stat ? [{ fileId, path: pathOf(fileId), size: stat.size, at: Math.floor(stat.mtimeMs) }] : []
      })
    }
  }
}
