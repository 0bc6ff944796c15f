import { GalleyError } from '../../../common/errors'
import { isGuid, type Guid } from '../layout/names'
import { readBounds } from '../layout/read-bounds'
import { readRoomLog, roomLine } from '../logs/room-entries'
import type { LeaseNote } from '../seam/leases'
import type { RoomEntry, RoomLog, RoomLogs } from '../seam/rooms'
import type { Sql } from './database'
import { LEAD } from './lead'
import type { Workspace } from './turn'
import { bytesIn, guidIn, maybe, numberIn, pathIn } from './values'

/**
 * What is written together and is not in its file yet: a line for what was put together, as in the log of a
 * folder.
 * @param leadNow the lease by which this process keeps them; default: nobody else does
 */
export function roomsIn(
  { database, id, now }: Workspace,
  leadNow: (() => LeaseNote | null) | undefined
): RoomLogs {
  const turns = new Map<Guid, Promise<unknown>>()

  /** In the order of the calls, each room by itself. */
  function inOrder<T>(fileId: string, work: (file: Guid) => Promise<T>): Promise<T> {
    if (!isGuid(fileId)) return Promise.reject(new GalleyError('internal', 'This is no id of a file.'))
    const mine = (turns.get(fileId) ?? Promise.resolve()).then(() => work(fileId))
    const settled = mine.catch(() => undefined)
    turns.set(fileId, settled)
    void settled.then(() => {
      if (turns.get(fileId) === settled) turns.delete(fileId)
    })
    return mine
  }

  /** A process that slept while another took its place must not write on: what it knows is old. */
  async function requireLead(sql: Sql): Promise<void> {
    if (!leadNow) return
    const lead = leadNow()
    const held =
      lead &&
      (await sql.one(
        'select 1 from leases where workspace_id = $1 and work = $2 and run = $3 and fence = $4 for share',
        [id, LEAD, lead.run, lead.fence]
      ))
    if (!held) throw new GalleyError('closed', 'Another node leads this workspace now.')
  }

  const putLine = (sql: Sql, file: Guid, line: Uint8Array) =>
    sql.change('insert into room_lines (workspace_id, file_id, line) values ($1, $2, $3)', [id, file, line])

  return {
    load: (fileId) =>
      inOrder(fileId, async (file) => {
        const log = await database.one('select at from room_logs where workspace_id = $1 and file_id = $2', [
          id,
          file
        ])
        if (!log) return null
        const rows = await database.all(
          'select line from room_lines where workspace_id = $1 and file_id = $2 order by n',
          [id, file]
        )
        const { entries, isDamaged } = readRoomLog(Buffer.concat(rows.map((row) => bytesIn(row, 'line'))))
        return { entries, whole: !isDamaged, at: numberIn(log, 'at') }
      }),
    append(fileId, entries) {
      // whoever hands them over may change them at once
      const line = lineOf(entries)
      return inOrder(fileId, (file) =>
        database.transaction(async (sql) => {
          await requireLead(sql)
          const log = await sql.one(
            `update room_logs set size = size + $3, at = $4 where workspace_id = $1 and file_id = $2 returning size`,
            [id, file, line.length, now()]
          )
          if (!log) throw new GalleyError('not-found', 'There is no log of this room.')
          if (numberIn(log, 'size') > readBounds.roomLog) throw tooLarge()
          if (entries.length > 0) await putLine(sql, file, line)
        })
      )
    },
    replace(fileId, entries) {
      const line = lineOf(entries)
      return inOrder(fileId, async (file) => {
        if (line.length > readBounds.roomLog) throw tooLarge()
        await database.transaction(async (sql) => {
          await requireLead(sql)
          await sql.change(
            `insert into room_logs (workspace_id, file_id, at, size) values ($1, $2, $3, $4)
             on conflict (workspace_id, file_id) do update set at = excluded.at, size = excluded.size`,
            [id, file, now(), line.length]
          )
          await sql.change('delete from room_lines where workspace_id = $1 and file_id = $2', [id, file])
          if (entries.length > 0) await putLine(sql, file, line)
        })
      })
    },
    drop: (fileId) =>
      inOrder(fileId, async (file) => {
        const gone = await database.change('delete from room_logs where workspace_id = $1 and file_id = $2', [
          id,
          file
        ])
        return gone > 0
      }),
    async list() {
      const rows = await database.all(
        `select l.file_id, l.size, l.at, case when e.here then e.path end path from room_logs l
         left join entries e on e.workspace_id = l.workspace_id and e.id = l.file_id where l.workspace_id = $1`,
        [id]
      )
      return rows.map((row): RoomLog => ({
        fileId: guidIn(row, 'file_id'),
        path: maybe(row, 'path', pathIn) ?? null,
        size: numberIn(row, 'size'),
        at: numberIn(row, 'at')
      }))
    }
  }
}

const lineOf = (entries: readonly RoomEntry[]): Uint8Array =>
  entries.length > 0 ? roomLine(entries) : Buffer.alloc(0)

const tooLarge = () => new GalleyError('too-large', 'What is written together here has become too large.')
