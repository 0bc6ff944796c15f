import { readRoomLog } from '../logs/room-entries'
import { requireStored } from './stored-rows'
import { NAMING, named } from './collect'
import type { Objects } from './contents'
import type { Database, Row, Sql } from './database'
import { objectsOf, unnamedObjects } from './examine-objects'
import { namesOf, type TeamFinding } from './findings'
import { booleanIn, bytesIn, hashIn, numberIn, textIn } from './values'

/** What an examination of a workspace in a database found. */
export interface TeamDiagnosis {
  readonly files: number
  readonly versions: number
  readonly contents: number
  /** Of the contents. */
  readonly bytes: number
  /** Contents that nothing names: harmless, and taken away a day after that was first seen. */
  readonly unnamed: { readonly contents: number; readonly bytes: number }
  /** Objects that are being sent, or were given up less than a day ago; and those that nothing names and that go an hour later. */
  readonly objects: { readonly sending: number; readonly doomed: number }
  readonly findings: readonly TeamFinding[]
}

const GROUP = 500

interface Counted {
  contents: number
  bytes: number
  unnamed: { contents: number; bytes: number }
}

/** Reads everything back, as it is at one moment; changes nothing. */
export function examineWorkspace(
  database: Database,
  workspace: string,
  objects: Objects | null = null
): Promise<TeamDiagnosis> {
  return database.long('one-moment', async (sql) => {
    const findings: TeamFinding[] = []
    const own = { ...sql, workspace }
    const counted = await contentsOf(own, findings)
    if (objects) await objectsOf({ ...own, outside: database, objects }, findings)
    const { sending, doomed } = await unnamedObjects(own)
    await missingContents(own, findings)
    await places(own, findings)
    const stored = await requireStored(own, (where, message) => void findings.push({ where, message }))
    await rooms(own, findings)
    return { ...counted, ...stored, objects: { sending, doomed }, findings }
  })
}

type Reading = Sql & { readonly workspace: string }

/** Each content is what its name says. */
async function contentsOf(sql: Reading, findings: TeamFinding[]): Promise<Counted> {
  const counted: Counted = { contents: 0, bytes: 0, unnamed: { contents: 0, bytes: 0 } }
  for (let after: Uint8Array = Buffer.alloc(0); ;) {
    const rows: readonly Row[] = await sql.all(
      `select hash, size, object_key is not null or sha256(bytes) = hash and length(bytes) = size sound, ${named('b')} named
       from blobs b where workspace_id = $1 and hash > $2 order by hash limit ${GROUP}`,
      [sql.workspace, after]
    )
    const last = rows[rows.length - 1]
    if (!last) return counted
    after = Buffer.from(bytesIn(last, 'hash'))
    for (const row of rows) {
      const size = numberIn(row, 'size')
      counted.contents++
      counted.bytes += size
      if (!booleanIn(row, 'named')) {
        counted.unnamed.contents++
        counted.unnamed.bytes += size
      }
      if (!booleanIn(row, 'sound'))
        findings.push({
          where: await namesOf(sql, hashIn(row, 'hash')),
          message:
            'The content is damaged: the database does not hold what was stored. It cannot be opened; a backup from before may have it.'
        })
    }
  }
}

/** A database that was put together of parts may lack what its own rules ask for. */
async function missingContents({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  for (const [table, column, what] of NAMING) {
    const rows = await all(
      `select ${what} told from ${table} t
       where t.workspace_id = $1 and t.${column} is not null
         and not exists (select from blobs b where b.workspace_id = $1 and b.hash = t.${column})
       order by 1`,
      [workspace]
    )
    for (const row of rows)
      findings.push({
        where: textIn(row, 'told'),
        message:
          'The content is missing. It stays in its list but cannot be opened; a backup from before may have it.'
      })
  }
}

/** Whatever is there lies in a folder that is there. */
async function places({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  const rows = await all(
    `select path from entries e where workspace_id = $1 and here and parent <> '/'
       and not exists (select from entries p where p.workspace_id = $1 and p.here and p.kind = 'folder' and p.key = e.parent)
     order by path`,
    [workspace]
  )
  for (const row of rows)
    findings.push({
      where: textIn(row, 'path'),
      message: 'The folder that this lies in is missing: no list shows it.'
    })
}

async function rooms({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  const logs = await all(
    `select l.file_id, coalesce(e.path, l.file_id::text) told from room_logs l
     left join entries e on e.workspace_id = l.workspace_id and e.id = l.file_id where l.workspace_id = $1 order by 1`,
    [workspace]
  )
  for (const log of logs) {
    const lines = await all(
      'select line from room_lines where workspace_id = $1 and file_id = $2 order by n',
      [workspace, textIn(log, 'file_id')]
    )
    const bytes = Buffer.concat(lines.map((row) => bytesIn(row, 'line')))
    const { isDamaged, wholeBytes } = readRoomLog(bytes)
    if (isDamaged || wholeBytes < bytes.length)
      findings.push({
        where: textIn(log, 'told'),
        message: 'What is written together here is damaged. The document is whole as it was saved last.'
      })
  }
}
